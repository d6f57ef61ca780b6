#!/usr/bin/env python3
"""Opens an HTML report in a headless Chromium, uses it as a person would, and says what happened.

    browser.py REPORT.html [SCREENSHOTS]

Prints one JSON object. With a folder SCREENSHOTS it leaves light.png, dark.png and narrow.png there.
Talks the DevTools protocol over a pipe: messages of JSON, each ended by a zero byte.
"""
import base64
import fcntl
import json
import os
import pathlib
import select
import subprocess
import sys
import tempfile
import time

CHROMIUM = "chromium"
FLAGS = [
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-extensions",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage", "--disable-gpu", "--mute-audio",
    "--autoplay-policy=no-user-gesture-required",
    # A request that is not seen here still reaches nobody.
    "--host-resolver-rules=MAP * ~NOTFOUND",
]


class Browser:
    """A Chromium with one page."""

    def __init__(self, profile):
        # Chromium reads from descriptor 3 and writes to 4: none of ours may be in the way.
        high = lambda descriptor: fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10)
        to_child, self.output = map(high, os.pipe())
        self.input, from_child = map(high, os.pipe())

        def connect():
            os.dup2(to_child, 3)
            os.dup2(from_child, 4)

        # Its sandbox refuses to work for the super-user.
        sandbox = ["--no-sandbox"] if os.geteuid() == 0 else []
        self.process = subprocess.Popen(
            [CHROMIUM, *FLAGS, *sandbox, f"--user-data-dir={profile}", "about:blank"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
            preexec_fn=connect, close_fds=False)
        os.close(to_child)
        os.close(from_child)
        self.buffer = b""
        self.last = 0
        self.events = []
        self.session = None
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        self.session = self.call(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]

    def call(self, method, **parameters):
        """What the browser answers to a command."""
        self.last += 1
        message = {"id": self.last, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def read(self):
        while b"\0" not in self.buffer:
            piece = os.read(self.input, 1 << 20)
            if not piece:
                # Its last words say what it misses.
                words = self.process.stderr.read().decode(errors="replace").strip()
                raise RuntimeError(f"Chromium ended: {words[-2000:]}")
            self.buffer += piece
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def listen(self, seconds):
        """Collects events for a while."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if b"\0" in self.buffer or select.select([self.input], [], [], 0.05)[0]:
                self.events.append(self.read())

    def evaluate(self, expression):
        answer = self.call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"].get("exception", {}).get("description"))
        return answer["result"].get("value")

    def open(self, url):
        for domain in ["Page", "Runtime", "Log", "Network", "Accessibility"]:
            self.call(f"{domain}.enable")
        self.call("Page.navigate", url=url)
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.read())

    def look(self, width, height, scheme):
        """A picture of the page's top, as PNG."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        return base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"])

    def complaints(self):
        """What the page logged as an error or a warning, or threw."""
        found = []
        for event in self.events:
            what = event.get("params", {})
            if event.get("method") == "Runtime.exceptionThrown":
                found.append("exception: " + json.dumps(what["exceptionDetails"])[:500])
            elif event.get("method") == "Log.entryAdded":
                found.append(f"{what['entry']['level']}: {what['entry']['text']}")
            elif event.get("method") == "Runtime.consoleAPICalled":
                found.append(f"console.{what['type']}: {json.dumps(what['args'])[:500]}")
        return found

    def requests(self):
        """Every address that the page asked for, data shortened."""
        return [event["params"]["request"]["url"][:60] for event in self.events
                if event.get("method") == "Network.requestWillBeSent"]

    def close(self):
        try:
            self.call("Browser.close")
        except (RuntimeError, OSError):
            pass
        self.process.wait()


# Width and height in points, and the scheme of colours that the reader likes.
VIEWS = {"light": (1360, 1000, "light"), "dark": (1360, 1000, "dark"), "narrow": (420, 1000, "light")}
SHOWN = "[...document.querySelectorAll('#sounds tbody tr')].filter(row => row.checkVisibility()).length"
ORDER = "[...document.querySelectorAll('#sounds tbody tr')].map(row => Number(row.dataset.index))"


def filtered(browser):
    """How many rows each choice shows."""
    shown = {}
    for level in ["3", "2", "0"]:
        browser.evaluate(f"document.querySelector('[name=level][value=\"{level}\"]').click()")
        shown[level] = browser.evaluate(SHOWN)
    for name, key in [("zz no such name", "absent"), ("", "any")]:
        browser.evaluate(
            "(() => { const field = document.querySelector('[name=name]');"
            f"field.value = {json.dumps(name)};"
            "field.dispatchEvent(new Event('input', {bubbles: true})); })()")
        shown[key] = browser.evaluate(SHOWN)
    return shown


def by_rule(browser):
    """How many rows the choice of a rule shows."""
    return browser.evaluate("""
      (() => {
        const list = document.querySelector('select[name=rule]');
        const choose = rule => {
          list.value = rule;
          list.dispatchEvent(new Event('input', {bubbles: true}));
          return [...document.querySelectorAll('#sounds tbody tr')]
            .filter(row => row.checkVisibility()).length;
        };
        const shown = {};
        for (const option of list.options) if (option.value) shown[option.value] = choose(option.value);
        choose('');
        return shown;
      })()""")


def copied(browser):
    """Presses the first button that copies: what its command is, and what came of it."""
    return browser.evaluate("""
      (async () => {
        const button = document.querySelector('.copy');
        const command = button.previousElementSibling.textContent;
        button.click();
        await new Promise(done => setTimeout(done, 300));
        return { command, isTold: button.textContent === 'Copied'
          || getSelection().toString().trim() === command.trim() };
      })()""")


def sought(browser):
    """Clicks into the first shape with a player at three quarters: where that plays, as a part."""
    return browser.evaluate("""
      (async () => {
        const shape = document.querySelector('.play ~ .shape');
        const box = shape.getBoundingClientRect();
        shape.dispatchEvent(new MouseEvent('click', {
          bubbles: true, clientX: box.left + box.width * 0.75, clientY: box.top + 5 }));
        const audio = shape.parentElement.querySelector('audio');
        for (let i = 0; i < 100 && !(audio.currentTime > 0); i += 1)
          await new Promise(done => setTimeout(done, 50));
        audio.pause();
        return audio.currentTime / audio.duration;
      })()""")


def sorted_rows(browser):
    """The order of the rows after each press of a column's head."""
    orders = {}
    for key in ["duration", "loudness", "peak", "level", "index"]:
        for press in ["first", "second"]:
            browser.evaluate(f"document.querySelector('[data-sort={key}]').click()")
            orders[f"{key} {press}"] = browser.evaluate(ORDER)
    browser.evaluate("document.querySelector('[data-sort=index]').click()")
    orders["again"] = browser.evaluate(ORDER)
    return orders


def played(browser):
    """Presses the first button that plays, and waits for the end."""
    return browser.evaluate("""
      (async () => {
        const before = document.querySelectorAll('audio').length;
        const button = document.querySelector('.play');
        if (!button) return null;
        button.click();
        const audio = document.querySelector('audio');
        const result = { before, preload: audio.preload, controls: audio.controls,
          source: audio.src.slice(0, 22), highest: 0, ended: false, pressed: false, error: null };
        await new Promise(done => {
          const end = setTimeout(done, 15000);
          const stop = () => { clearTimeout(end); done(); };
          audio.addEventListener('timeupdate', () => {
            result.highest = Math.max(result.highest, audio.currentTime);
          });
          audio.addEventListener('playing', () => {
            result.pressed = button.classList.contains('on');
          });
          audio.addEventListener('ended', () => { result.ended = true; stop(); });
          audio.addEventListener('error', () => { result.error = audio.error.message; stop(); });
        });
        result.duration = audio.duration;
        return result;
      })()""")


def accessible(browser):
    """The page as an assistive technology sees it: roles, and controls without a name.

    The browser looks into a row when a frame shows it: the first frame may still be on its way.
    """
    end = time.monotonic() + 15
    while True:
        nodes = browser.call("Accessibility.getFullAXTree")["nodes"]
        seen = [(node["role"]["value"], node.get("name", {}).get("value", ""))
                for node in nodes if not node.get("ignored") and "role" in node]
        if sum(role == "rowheader" for role, _ in seen) > 3 or time.monotonic() > end:
            break
        time.sleep(0.1)
    controls = {"button", "radio", "searchbox", "link", "textbox", "combobox"}
    return {
        "tables": sum(role == "table" for role, _ in seen),
        "columns": [name for role, name in seen if role == "columnheader"],
        "rows": sum(role == "row" for role, _ in seen),
        "rowHeaders": sum(role == "rowheader" for role, _ in seen),
        "nameless": [role for role, name in seen if role in controls and not name.strip()],
    }


def main():
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(profile)
        try:
            browser.look(*VIEWS["light"])
            browser.open(page)
            result = {"title": browser.evaluate("document.title"), "shown": browser.evaluate(SHOWN)}
            result["accessibility"] = accessible(browser)
            result["filter"] = filtered(browser)
            result["rules"] = by_rule(browser)
            result["copy"] = copied(browser)
            result["order"] = sorted_rows(browser)
            pictures = {name: browser.look(*view) for name, view in VIEWS.items()}
            result["pictures"] = {name: len(picture) for name, picture in pictures.items()}
            result["overflow"] = browser.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth")
            result["player"] = played(browser)
            result["sought"] = sought(browser)
            browser.listen(0.3)
            result["complaints"] = browser.complaints()
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


if __name__ == "__main__":
    main()
