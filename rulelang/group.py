"""The group of verbs: runs the one that is asked for, turns what goes wrong into messages and statuses."""

from __future__ import annotations

import difflib
import os
import re
import sys
from importlib import import_module

import click

from rulelang.console import INTERRUPTED, USAGE, internal_error, report
from rulelang.grammar.diagnostic import Diagnostic, RuleLangError
from rulelang.verbs import HELP, VERBS


class Verbs(click.Group):
    """A group that knows its verbs by name and imports one only to run it or to help with it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command: click.Command = import_module(f"rulelang.commands.{cmd_name.replace('-', '_')}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            near = difflib.get_close_matches(args[0], VERBS, n=1)
            hint = f"did you mean `{near[0]}`?" if near else f"the verbs are {', '.join(VERBS)}"
            raise RuleLangError([Diagnostic("RL490", f"there is no verb `{args[0]}`", None, hint=hint)])
        return super().resolve_command(ctx, args)

    def get_help(self, ctx: click.Context) -> str:
        return HELP.rstrip("\n")


GROUP = Verbs("rulelang", add_help_option=True)


def run(args: list[str]) -> int:
    """Run a verb and return its exit status; diagnostics of unusable input go to standard error."""
    try:
        try:
            status = _invoked(args)
            return status if isinstance(status, int) else 0
        except click.exceptions.NoArgsIsHelpError:
            sys.stderr.write(HELP)
        except click.ClickException as error:
            report([_usage(error)], _output_format(args))
        except RuleLangError as error:
            report(error.diagnostics, _output_format(args))
        return USAGE
    except click.Abort:
        return INTERRUPTED
    except BrokenPipeError:
        raise
    except Exception as error:
        if os.environ.get("RULELANG_TRACEBACK"):
            raise
        return internal_error(error, args)


def _invoked(args: list[str]) -> object:
    """What a verb returns; not by click's `main`, which ends the program with status 1 when the reader goes."""
    try:
        with GROUP.make_context("rulelang", list(args)) as context:
            return GROUP.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code


def _usage(error: click.ClickException) -> Diagnostic:
    """What click says, in the voice of the other diagnostics."""
    message = error.format_message().split("\n")[0].rstrip(".")
    message = re.sub(r"'([^']*)'", r"`\1`", message[:1].lower() + message[1:])
    context = error.ctx if isinstance(error, click.UsageError) else None
    path = context.command_path if context is not None else "rulelang"
    return Diagnostic("RL490", message, None, hint=f"`{path} --help` shows how it is called")


def _output_format(args: list[str]) -> str:
    """How the caller wants to read what goes wrong, found even where the arguments could not be parsed."""
    for position, argument in enumerate(args):
        if argument == "--output-format" and position + 1 < len(args):
            return args[position + 1]
        if argument.startswith("--output-format="):
            return argument.partition("=")[2]
    return "text"
