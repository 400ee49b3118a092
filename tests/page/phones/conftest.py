"""A phone in a browser that has scanned the code and sits."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.page.browsing import new_context
from tests.page.phones.phoned import Served, phoned

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with phoned(tmp_path) as served:
        yield served


@pytest.fixture
def phone(browser: Browser, served: Served) -> Iterator[Page]:
    """A phone that has scanned the code; a test fails if its browser tells of any fault."""
    context = new_context(browser, viewport={"width": 390, "height": 760}, has_touch=True)
    page, faults = context.new_page(), list[str]()
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.goto(f"http://127.0.0.1:{served.port}/phone#t={served.access.new_token('seat')}")
    served.phones.show(joining=True)
    with page.expect_response("**/phone/check"):
        page.get_by_role("button", name="2. Bob").click()
    page.wait_for_selector("canvas")
    served.phones.show(joining=False)
    yield page
    context.close()
    assert faults == []
