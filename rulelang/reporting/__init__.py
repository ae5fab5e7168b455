"""Reports of scored answers: figures laid out as tables and plots, written as HTML, Markdown or CSV."""
