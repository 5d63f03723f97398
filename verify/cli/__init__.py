"""The command line: documents in, reports out, one line for whatever is wrong.

Exit codes: 0 holds (or answered), 1 violated, 2 bad input or usage, 3 undecided; 130 and 143 where
Ctrl-C or SIGTERM ended it.
"""

from __future__ import annotations

import sys

import click

from verify import __version__
from verify.cli.audit import audit
from verify.cli.certify import certify
from verify.cli.check import check
from verify.cli.counterexamples import counterexamples
from verify.cli.gate import gate
from verify.cli.interrupt import Interruption
from verify.cli.measures import measures
from verify.cli.questions import budget, epsilon, profile, schema
from verify.cli.sweep import sweep
from verify.errors import VerifyError

__all__ = ["command", "main"]

BAD_INPUT = 2


def main() -> None:
    """Run the command line and exit."""
    interruption = Interruption()
    interruption.watch()
    try:
        code = command.main(standalone_mode=False) or 0
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        code = BAD_INPUT
    except click.UsageError as error:
        code = _complain(_usage(error))
    except (click.Abort, KeyboardInterrupt):
        interruption.leave()
    except VerifyError as error:
        code = _complain(str(error))
    except MemoryError:
        code = _complain("not enough memory; write a smaller case")
    except OSError as error:
        code = _complain(f"{error.strerror or error}; write to a place that takes the report")
    except Exception as error:  # a fault of ours must not look like a violated claim
        code = _complain(f"internal error, please report it: {type(error).__name__}: {error}"[:400])
    sys.exit(code)


def _complain(line: str) -> int:
    click.echo(f"verify: {line}", err=True)
    return BAD_INPUT


def _usage(error: click.UsageError) -> str:
    """click's message as one line that says where to look."""
    path = error.ctx.command_path if error.ctx else "verify"
    message = " ".join(error.format_message().split())
    return f"{message} (see {path} --help)"


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="verify")
def command() -> None:
    """Exact verification of differential privacy claims.

    MODEL is a .json or .toml file, - for standard input, or package.module:object.
    Exit codes: 0 holds or answered, 1 violated, 2 bad input, 3 undecided.
    """


for item in (
    certify,
    profile,
    epsilon,
    budget,
    measures,
    sweep,
    audit,
    gate,
    check,
    counterexamples,
    schema,
):
    command.add_command(item)
