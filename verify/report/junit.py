"""The answer of a gate as JUnit XML, which most build services read."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from msgspec import UNSET

from verify.report.gate import GateClaimForm, GateForm, failures

__all__ = ["junit_text"]

PROPERTIES = (
    "claim",
    "adjacency",
    "delta_star",
    "margin",
    "paths",
    "platform",
    "ideal_delta_star",
    "source_sha256",
)

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML 1.0 has no way to write"""


def junit_text(answer: GateForm) -> str:
    """One test case for each claim, with a failure for whatever is wrong with it."""
    wrong = [failures(claim, answer.is_locked) for claim in answer.claims]
    errors = sum(any(each.kind == "error" for each in found) for found in wrong)
    failed = sum(bool(found) for found in wrong) - errors
    suite = ET.Element("testsuite", name="verify gate")
    for name, number in (("tests", len(wrong)), ("failures", failed), ("errors", errors)):
        suite.set(name, str(number))
    for claim in answer.claims:
        suite.append(_case(claim, answer.is_locked))
    root = ET.Element("testsuites")
    root.append(suite)
    ET.indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ET.tostring(root, encoding="unicode")


def _case(claim: GateClaimForm, is_locked: bool) -> ET.Element:
    case = ET.Element("testcase", classname=_xml(claim.target), name=_xml(claim.name))
    case.set("file", _xml(claim.file))
    case.set("line", str(claim.line))
    listed = ET.SubElement(case, "properties")
    for name in PROPERTIES:
        value = getattr(claim, name)
        if value is not UNSET:
            ET.SubElement(listed, "property", name=name, value=_xml(str(value)))
    if not len(listed):
        case.remove(listed)
    for failure in failures(claim, is_locked):
        tag = "error" if failure.kind == "error" else "failure"
        found = ET.SubElement(case, tag, type=failure.kind, message=_xml(failure.line))
        found.text = _xml(failure.details) or None
    return case


def _xml(text: str) -> str:
    return _FORBIDDEN.sub("\ufffd", text)
