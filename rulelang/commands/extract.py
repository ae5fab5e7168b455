"""`rulelang extract ANSWERS.jsonl`: claims out of free text, by a language model."""

from __future__ import annotations

import os
from pathlib import Path

import click

from rulelang.options import Loading, loading


@click.command("extract", short_help="take the claims out of answers in free text, by a language model")
@click.argument("answers", nargs=-1, required=True, metavar="ANSWERS.jsonl…")
@click.option("--endpoint", required=True, metavar="URL", help="An OpenAI-compatible endpoint, up to `/v1`.")
@click.option("--model", required=True, help="The model that takes the answers apart.")
@click.option("--out", type=click.Path(dir_okay=False, path_type=Path), help="Where the answers go; needed to run.")
@click.option("--cache", type=click.Path(file_okay=False, path_type=Path), help="Where replies are kept.  [OUT.cache]")
@click.option("--concurrency", type=click.IntRange(1, 256), default=8, show_default=True, help="Requests at a time.")
@click.option("--retries", type=click.IntRange(0, 20), default=5, show_default=True, help="Requests more at most.")
@click.option("--timeout", type=click.FloatRange(0.01), default=120.0, show_default=True, help="Seconds for a request.")
@click.option("--max-tokens", type=click.IntRange(1), default=8000, show_default=True, help="How long a reply may be.")
@click.option("--key", "key_name", default="OPENAI_API_KEY", show_default=True, help="The variable that holds the key.")
@click.option("--price-in", type=click.FloatRange(0), help="What a million tokens sent cost.")
@click.option("--price-out", type=click.FloatRange(0), help="What a million tokens received cost.")
@click.option("--dry-run", is_flag=True, help="Say what would be asked and what it would cost; send nothing.")
@loading
def command(
    answers: tuple[str, ...],
    endpoint: str,
    model: str,
    out: Path | None,
    cache: Path | None,
    concurrency: int,
    retries: int,
    timeout: float,
    max_tokens: int,
    key_name: str,
    price_in: float | None,
    price_out: float | None,
    dry_run: bool,
    include: tuple[Path, ...],
    no_cache: bool,
) -> int:
    """Ask a language model for the claims of answers in free text, one JSON document a line with `case` and `text`.

    The model sees the text without its final decision and the names of the rules in use; nothing of what is right.
    Replies are kept, so that a run that was broken off goes on. An answer that yields no claims has `claims` null and
    is not evaluable; OUT.log says why. Needs the extra: pip install 'rulelang[llm]'.

    Example: rulelang extract answers.jsonl --endpoint http://127.0.0.1:8000/v1 --model judge --out claims.jsonl
    """
    from rulelang import extractions
    from rulelang.verifier.extraction.cache import Cache
    from rulelang.verifier.extraction.client import Endpoint

    if out is None and not dry_run:
        raise click.UsageError("name the file for the answers with `--out`, or try `--dry-run`")
    if out is not None and not out.name:
        raise click.UsageError("`--out` names no file")
    if out is not None and out.suffix == ".log":
        raise click.UsageError(f"`{out}` is where the log would go: give `--out` another ending, such as `.jsonl`")
    if out is not None:
        written = {os.path.realpath(out), os.path.realpath(out.with_suffix(".log"))}
        twice = next((name for name in answers if name != "-" and os.path.realpath(name) in written), None)
        if twice is not None:
            raise click.UsageError(f"`{twice}` would be read and written: name another file with `--out`")
    where = Endpoint(endpoint, os.environ.get(key_name) or "none", retries, timeout)
    asked = extractions.Asked(where, model, concurrency, max_tokens, price_in, price_out)
    how = Loading(include, not no_cache)
    kept = Cache(cache if cache is not None else (out or Path("claims.jsonl")).with_suffix(".cache"))
    if dry_run or out is None:
        return extractions.dry_run(answers, how, asked, kept)
    return extractions.run(answers, how, asked, out, kept)
