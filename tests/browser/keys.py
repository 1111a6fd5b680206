"""What people do by keys alone: they see where they are, and come wherever they want to."""

from playwright.sync_api import Locator, Page, expect

MOST_TABS = 200
MOST_CHOICES = 20

HAS_FOCUS = "(choice) => choice === document.activeElement"
FOCUS_FAULT = """() => {
  const stop = document.activeElement;
  const name = stop.id || stop.name || stop.innerText?.slice(0, 30) || stop.className;
  if (stop === document.body) return "the focus is lost";
  const outlined = (each) => each && ["", "::after"].some((part) =>
    getComputedStyle(each, part).outlineStyle !== "none");
  const shown = [stop, ...(stop.labels ?? []), stop.nextElementSibling, stop.parentElement];
  if (!shown.some(outlined)) return `focus not shown: ${name}`;
  const seen = [stop, ...(stop.labels ?? [])].filter((each) => {
    const box = each.getBoundingClientRect();
    const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return hit && (each.contains(hit) || hit.contains(each));
  });
  return seen.length ? "" : `focus hidden: ${name}`;
}"""
"""Say what is wrong with how the focus is shown where it is now (2.4.7, 2.4.11)."""


def expect_shown(page: Page) -> None:
    """Fail where whoever looks cannot tell what has the focus."""
    fault = page.evaluate(FOCUS_FAULT)
    assert fault == "", fault


def expect_focus(choice: Locator) -> None:
    """Wait until that has the focus, and shows it."""
    expect(choice).to_be_focused()
    expect_shown(choice.page)


def tab_to(choice: Locator, key: str = "Tab") -> None:
    """Press Tab until that has the focus, and shows it."""
    for _ in range(MOST_TABS):
        if choice.evaluate(HAS_FOCUS):
            expect_shown(choice.page)
            return
        choice.page.keyboard.press(key)
    raise AssertionError(f"{key} never leads to {choice}.")


def press_key(choice: Locator, key: str = "Enter") -> None:
    """Go to a choice by Tab alone, and press a key there."""
    tab_to(choice)
    choice.page.keyboard.press(key)


def follow_by_key(leading: Locator) -> None:
    """Go to a link or a form's button by Tab alone, and wait for the page that it leads to."""
    tab_to(leading)
    with leading.page.expect_navigation():
        leading.page.keyboard.press("Enter")


def type_into(field: Locator, words: str) -> None:
    """Go to a field by Tab alone, and type."""
    tab_to(field)
    field.page.keyboard.type(words)


def pick_by_key(radio: Locator) -> None:
    """Go to the group of a radio button, which is one stop, and on to it by an arrow."""
    name = radio.get_attribute("name") or ""
    keyboard = radio.page.keyboard
    for _ in range(MOST_TABS):
        if radio.page.evaluate("document.activeElement.name") == name:
            break
        keyboard.press("Tab")
    for _ in range(MOST_CHOICES):
        if radio.evaluate(HAS_FOCUS):
            if not radio.is_checked():
                keyboard.press("Space")
            expect(radio).to_be_checked()
            expect_shown(radio.page)
            return
        keyboard.press("ArrowRight")
    raise AssertionError(f"Arrows never lead to {radio}.")
