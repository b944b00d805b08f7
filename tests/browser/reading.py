"""Reads a page as it is shown: which texts are cut off, and which are in no language but English."""

from __future__ import annotations

import re

from playwright.sync_api import Page

from .test_pages import too_wide

# Text that is not whole on the screen. What can be scrolled to is.
CLIPPED = """() => {
  const found = new Set();
  const words = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 60);
  const name = (one) => one.tagName.toLowerCase() + [...one.classList].filter((part) => !part.startsWith("s-")).map((part) => "." + part).join("");
  const tell = (fault, one, text) => found.add(`${fault}: “${words(text)}” in ${name(one)} of ${name(one.parentElement ?? one)}`);
  const remember = (find) => {
    const known = new Map();
    return (one) => known.get(one) ?? (known.set(one, find(one)), known.get(one));
  };
  const box = remember((one) => one.getBoundingClientRect());
  const style = remember((one) => {
    const { overflowX, overflowY, display, position, transform, textOverflow, clipPath, visibility, opacity, borderTopWidth, backgroundColor } = getComputedStyle(one);
    const isPainted = parseFloat(borderTopWidth) > 0 || !/^rgba\\(.*, 0\\)$|^transparent$/.test(backgroundColor);
    const isUnseen = clipPath === "inset(50%)" || visibility === "hidden" || opacity === "0" || one.matches(".hidden, .skip");
    return { overflowX, overflowY, display, position, isMoved: transform !== "none", isShort: textOverflow === "ellipsis", isPainted, isUnseen };
  });
  const isClosed = (kind) => kind === "hidden" || kind === "clip";
  // For a screen reader alone, or not there at all.
  const unseen = remember((one) => ({ is: style(one).isUnseen || (one.parentElement !== null && unseen(one.parentElement).is) }));

  // The bar says that there is more; dishes lack more than there is room for; “you” stands where it can.
  const EXCUSED = ".bar .words, .notes, .player h2";
  const WHOLE = ".button, .chip, .tag, [role=tab], thead th, h1, h2, h3"; // where no word is broken

  function look(text, line) {
    let free = !/\\p{L}/u.test(text.data); // stands where it was put, as a number on a coin does, and may stick out
    for (let one = text.parentElement; one && one !== document.body; one = one.parentElement) {
      const { overflowX, overflowY, display, position } = style(one);
      if (display === "contents") continue;
      const around = box(one), slack = line.height * 0.3; // lines are higher than their letters
      const wide = line.left < around.left - 1.5 || line.right > around.right + 1.5;
      const high = line.top < around.top - slack || line.bottom > around.bottom + slack;
      if (!display.startsWith("inline") || display === "inline-block") {
        if ((isClosed(overflowX) && wide) || (isClosed(overflowY) && high)) return one.closest(EXCUSED) ? undefined : tell("cut off", one, text.data);
        if (isClosed(overflowX) && style(one).isShort && one.scrollWidth > one.clientWidth) return tell("shortened", one, text.data);
        if (!free && wide && overflowX === "visible") return tell("out of its box", one, text.data);
        if (!free && high && overflowY === "visible" && style(one).isPainted) return tell("out of its box", one, text.data);
        if (!isClosed(overflowX) && overflowX !== "visible") {
          if (one.scrollWidth > one.clientWidth + 1 && !one.matches(".scrolls")) tell("scrolls sideways", one, "");
          return;
        }
      }
      if (position === "absolute" || position === "fixed" || style(one).isMoved) free = true;
    }
    if (line.left < -1 || line.right > innerWidth + 1) tell("off the screen", text.parentElement, text.data);
  }

  const walker = document.createTreeWalker(document.querySelector("dialog[open]") ?? document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (walker.nextNode()) {
    const text = walker.currentNode;
    if (!text.data.trim() || !text.parentElement.checkVisibility()) continue;
    if (unseen(text.parentElement).is) continue;
    range.selectNodeContents(text);
    const lines = [...range.getClientRects()].filter((line) => line.width > 1);
    for (const line of lines) look(text, line);
    if (lines.length > 1 && text.parentElement.closest(WHOLE))
      for (const word of text.data.matchAll(/\\S+/g)) {
        range.setStart(text, word.index);
        range.setEnd(text, word.index + word[0].length);
        if (new Set([...range.getClientRects()].map((part) => Math.round(part.top))).size > 1) tell("broken", text.parentElement, word[0]);
      }
  }
  for (const field of document.querySelectorAll("select, input:not([type=checkbox], [type=radio])"))
    if (field.checkVisibility() && !style(field).isUnseen && !field.readOnly && field.scrollWidth > field.clientWidth + 1)
      tell("cut off", field, field.value);
  return [...found];
}"""

# Every text of a page, a block in a line, and every text that is read aloud.
TEXTS = """() => {
  const lines = [document.title], blocks = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isInline = (one) => /^(inline|contents)/.test(getComputedStyle(one).display);
  while (walker.nextNode()) {
    const text = walker.currentNode;
    let block = text.parentElement;
    if (!text.data.trim() || block.closest("script, style, code, svg")) continue;
    if (block.tagName !== "OPTION" && !block.checkVisibility()) continue;
    while (isInline(block)) block = block.parentElement;
    blocks.set(block, `${blocks.get(block) ?? ""} ${text.data}`);
  }
  lines.push(...blocks.values());
  const names = ["alt", "aria-description", "aria-label", "aria-roledescription", "aria-valuetext", "placeholder", "title"];
  for (const one of document.querySelectorAll(names.map((name) => `[${name}]`).join()))
    for (const name of names) if (one.getAttribute(name)) lines.push(one.getAttribute(name));
  return [...new Set(lines.map((line) => line.trim().replace(/\\s+/g, " ")))];
}"""

MESSAGE = re.compile(r"\[[^\[\]]*\]")
PLAIN_VOWEL = re.compile(r"[^\W\d_]*[aeiouyAEIOUY][^\W\d_]*")
LETTER = re.compile(r"[^\W\d_]")


def find_clipped(page: Page) -> list[str]:
    """Return the texts that are not whole on the screen."""
    found: list[str] = page.evaluate(CLIPPED)
    return found + ["the page is wider than the screen"] * too_wide(page)


def find_english(page: Page, names: re.Pattern[str]) -> list[str]:
    """Return the texts of a page in the pseudo-language that are in no catalogue, or not whole.

    `names` are the words that every language has.
    """
    return [line for line in page.evaluate(TEXTS) if is_stray(names.sub("", line))]


def is_stray(line: str) -> bool:
    """Whether anything in a line is no message of the pseudo-language."""
    english = PLAIN_VOWEL.search(line)
    while line != (shorter := MESSAGE.sub("", line)):
        line = shorter
    return bool(english or LETTER.search(line) or set(line) & set("[]"))
