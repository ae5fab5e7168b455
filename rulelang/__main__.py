"""`python -m rulelang`: the same as the `rulelang` script."""

import sys

from rulelang.cli import main

sys.exit(main())
