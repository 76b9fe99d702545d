"""What a call ends with: 0 clean, 1 findings, 2 usage, 130 interrupted; and never a traceback."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from terrus_dsl.cli import main as command_line
from terrus_dsl.cli.main import COMMANDS, run


def test_explain_prints_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """By name or by number, in any case."""
    assert run(["explain", "t201"]) == 0
    assert capsys.readouterr().out.startswith("# unknown-word (T201, error)\n")


@pytest.mark.parametrize(
    "arguments",
    [["explain", "T999"], ["explain", "\x1b[31m" * 50], ["explain"], ["nope"], ["explain", "--nope", "x"]],
)
def test_wrong_calls_are_usage(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """What is wrong goes to the error output, and a terminal is not coloured by it."""
    assert run(arguments) == 2
    said = capsys.readouterr()
    assert said.out == "" and "Error:" in said.err and "\x1b" not in said.err


@pytest.mark.parametrize("fault", [KeyboardInterrupt, click.Abort])
def test_interrupted(fault: type[BaseException], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C, and the end of the input where a person was asked."""

    def interrupted(*arguments: object, **options: object) -> None:
        raise fault

    monkeypatch.setattr(command_line.terrus, "main", interrupted)
    assert run(["explain", "T201"]) == 130


def test_a_closed_pipe_is_no_fault() -> None:
    """`terrus … | head` ends in silence."""
    call = "import sys; from terrus_dsl.cli.main import main; main(['explain', 'T201'])"
    with subprocess.Popen([sys.executable, "-c", call], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_commands_load_when_they_are_called() -> None:
    """A page is printed without grammar, tables or games being read in."""
    call = (
        "import sys; from terrus_dsl.cli.main import run; run(['explain', 'T201']);"
        "print(sorted({'lark', 'yaml', 'rich', 'jsonschema', 'multiprocessing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", call], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("\n[]\n")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The list of commands is true."""
    assert run([name, "--help"]) == 0
    assert f"terrus {name}" in capsys.readouterr().out
