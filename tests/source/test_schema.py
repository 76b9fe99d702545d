"""The JSON Schemas: every wrong key and value is found at its place, with a hint where one can be given."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft7Validator

from terrus_dsl.diagnostics import Findings
from terrus_dsl.source.files import grammar_dir
from terrus_dsl.source.schema import validate
from terrus_dsl.source.yaml import load
from tests.source.cases import cases, lines

SCHEMAS = sorted(path.name.removesuffix(".schema.json") for path in grammar_dir().glob("*.schema.json"))


def found_in(schema: str, file: str) -> Findings:
    """The findings of a file against a schema."""
    findings = Findings()
    node = load(file, "f.yaml", findings)
    assert node is not None
    assert validate(node, schema, findings) == (len(findings) == 0)
    return findings


@pytest.mark.parametrize("case", cases("schemas.yaml"))
def test_files_against_their_schema(case: dict[str, Any]) -> None:
    """Everything that is wrong is found in one run, at its place."""
    assert lines(found_in(case["schema"], case["file"])) == case["found"]


@pytest.mark.parametrize("name", SCHEMAS)
def test_schemas_are_draft_07(name: str) -> None:
    """Editors read the same files, so they must be valid schemas."""
    schema = json.loads((grammar_dir() / f"{name}.schema.json").read_text(encoding="utf-8"))
    assert schema["$schema"] == "http://json-schema.org/draft-07/schema#"
    Draft7Validator.check_schema(schema)


def test_a_misspelt_key_gets_its_neighbour() -> None:
    """The nearest key is what the designer meant."""
    (found,) = found_in("block", "name: A\ngame: g\nsubtipes: [elk]\n")
    assert found.hint == "did you mean 'subtypes'?"


def test_a_finding_names_its_card() -> None:
    """A report of many cards says which one."""
    (found,) = found_in("card", "- {name: Oak, type: t}\n- {name: Elk, type: 3}\n")
    assert found.subject == "Elk"


@pytest.mark.parametrize("length", [81, 10_000])
def test_a_long_name_is_reported_briefly(length: int) -> None:
    """A name of ten thousand letters does not fill the report."""
    (found,) = found_in("card", f"- {{name: {'x' * length}, type: t}}\n")
    assert found.code == "hostile-name"
    assert len(found.message) < 200 and len(found.subject) < 100


def test_a_long_text_is_a_finding() -> None:
    """A text that no card can hold is refused before it is parsed."""
    (found,) = found_in("card", f"- name: A\n  type: t\n  text: {'x' * 4001}\n")
    assert found.code == "text-too-long"
