#!/usr/bin/env python3
"""Uses a page of `make listen` in a headless Chromium as a person would, and says what happened.

    listen.py PAGE [SCREENSHOTS]

Prints one JSON object. With a folder SCREENSHOTS it leaves light.png, dark.png and narrow.png there.
"""
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "BundlePreflightTests" / "Fixtures" / "Reports"))
sys.dont_write_bytecode = True
from browser import Browser  # noqa: E402

VIEWS = {"light": (1100, 900, "light"), "dark": (1100, 900, "dark"), "narrow": (390, 844, "dark")}

# Before the page's own script: keeps every gain that the page makes, in its order, and what comes
# out of all of them together.
SPY = """
window.gains = [];
window.heard = [];
const createGain = AudioContext.prototype.createGain;
AudioContext.prototype.createGain = function () {
  const gain = createGain.call(this);
  gains.push(gain);
  if (!this.recorder) {
    this.recorder = this.createScriptProcessor(1024, 1, 1);
    this.recorder.onaudioprocess = (event) => heard.push(...event.inputBuffer.getChannelData(0));
    this.recorder.connect(this.destination);
  }
  gain.connect(this.recorder);
  return gain;
};
"""

# Presses every version some times while a sound plays, and looks for a gap in what comes out: the
# least power of 5 ms against the middle one. The sound is a steady tone.
SWITCHING = """
(async () => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const section = document.querySelector("section");
  const button = (text) => [...section.querySelectorAll("button")].find((one) => one.textContent === text);
  section.querySelector(".play").click();
  while (gains.length < 4) await wait(20);
  await wait(400);
  heard.length = 0;
  const open = [];
  for (const kind of ["greedy", "best", "hearing", "original", "hearing"]) {
    button(kind).click();
    await wait(150);
    open.push([kind, gains.slice(-4).findIndex((gain) => gain.gain.value > 0.99),
      button(kind).getAttribute("aria-pressed")]);
  }
  while (heard.length < 30000) await wait(20);
  const powers = [];
  for (let first = 2048; first + 240 <= heard.length; first += 240) {
    powers.push(heard.slice(first, first + 240).reduce((sum, value) => sum + value * value, 0));
  }
  powers.sort((a, b) => a - b);
  const playing = section.querySelector(".play").textContent;
  section.querySelector(".play").click();
  return { open, least: powers[0] / powers[powers.length >> 1], playing,
    stopped: section.querySelector(".play").textContent };
})()
"""

# A blind test of eight answers: it finds out what X is by what is let through, and answers right
# but for three times.
TRIALS = """
(async () => {
  const wait = (time) => new Promise((done) => setTimeout(done, time));
  const section = document.querySelectorAll("section")[1];
  const button = (text) => [...section.querySelectorAll("button")].find((one) => one.textContent === text);
  const score = section.querySelector(".score");
  const kinds = ["original", "greedy", "best", "hearing"];
  const before = score.textContent, count = gains.length;
  button("A").click();
  while (gains.length < count + 4) await wait(20);
  await wait(200);
  const drawn = [];
  for (let trial = 0; trial < 8; trial++) {
    button("X").click();
    await wait(150);
    const kind = kinds[gains.slice(-4).findIndex((gain) => gain.gain.value > 0.99)];
    drawn.push(kind);
    const isRight = trial % 3 !== 1;
    button((kind === "original") === isRight ? "X is A" : "X is B").click();
  }
  const after = score.textContent;
  const [a, b] = section.querySelectorAll("select");
  b.value = "original";
  b.dispatchEvent(new Event("change"));
  const same = [score.textContent, button("X is A").disabled];
  b.value = "best";
  b.dispatchEvent(new Event("change"));
  return { before, after, drawn, same, again: score.textContent };
})()
"""


def main():
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.call("Page.enable")
            browser.call("Page.addScriptToEvaluateOnNewDocument", source=SPY)
            browser.look(*VIEWS["light"])
            browser.open(page)
            result = {
                "sections": browser.evaluate("document.querySelectorAll('section').length"),
                "switching": browser.evaluate(SWITCHING),
                "trials": browser.evaluate(TRIALS),
            }
            pictures = {name: browser.look(*view) for name, view in VIEWS.items()}
            result["grounds"] = {}
            for name, view in VIEWS.items():
                browser.look(*view)
                result["grounds"][name] = browser.evaluate(
                    "getComputedStyle(document.body).backgroundColor")
            result["overflow"] = browser.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth")
            result["complaints"] = [
                text for text in browser.complaints() if "ScriptProcessor" not in text]
            result["requests"] = browser.requests()
        except RuntimeError as failure:
            sys.exit(f"{failure}\nThe page said: {browser.complaints()}")
        finally:
            browser.close()
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
        for name, picture in pictures.items():
            (folder / f"{name}.png").write_bytes(picture)
    print(json.dumps(result))


main()
