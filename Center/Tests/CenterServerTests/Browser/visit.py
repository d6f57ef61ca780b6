#!/usr/bin/env python3
"""Uses the centre's page in a headless Chromium as a person would, and says what happened.

    visit.py LINK [SCREENSHOTS]

Prints one JSON object. With a folder SCREENSHOTS it leaves pictures there.
"""
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[4]
sys.path.insert(0, str(ROOT / "Tests/BundlePreflightTests/Fixtures/Reports"))
sys.dont_write_bytecode = True
import browser as driver  # noqa: E402

driver.FLAGS[-1] += ", EXCLUDE 127.0.0.1"


def until(page, expression, seconds=60):
    """Waits until an expression is true, and says on standard error where it does not become so."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if page.evaluate(expression):
            return True
        time.sleep(0.05)
    print(f"not within {seconds} s: {expression}\n{page.complaints()}", file=sys.stderr)
    return False


def turn(page, name):
    page.evaluate(f"location.hash = '#{name}'")
    isThere = until(page, f"!document.getElementById('page-{name}').hidden")
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return isThere


def press(page, text, within="document"):
    """Presses the first visible button with a text."""
    return page.evaluate(f"""
      (() => {{
        const node = [...{within}.querySelectorAll('button')].find(
          node => node.textContent.trim() === {json.dumps(text)} && node.checkVisibility());
        if (!node) return false;
        node.focus();
        node.click();
        return true;
      }})()""")


def article(title):
    return ("[...document.querySelectorAll('article')].find(node => node.querySelector('h4')"
            f" && node.querySelector('h4').textContent === {json.dumps(title)})")


def hostile_page(link):
    """Another server's page on this machine, and what it learns."""
    address = urllib.parse.urlsplit(link)
    target = f"http://127.0.0.1:{address.port}"
    found = {}

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"""<!DOCTYPE html><title>evil</title><iframe src="{target}/"></iframe>
              <script>
              const result = {{framed: false, fetched: false, posted: false}};
              document.querySelector('iframe').onload = event => {{
                try {{ result.framed = event.target.contentDocument.title !== ''; }} catch {{ }}
              }};
              const tries = [
                fetch('{target}/', {{credentials: 'include'}}).then(r => r.text()).then(() => {{ result.fetched = true; }}),
                fetch('{target}/api/clear', {{method: 'POST', body: '{{}}', credentials: 'include'}})
                  .then(r => {{ result.posted = r.ok; }}),
                fetch('{target}/api/clear', {{method: 'POST', body: '{{}}', mode: 'no-cors', credentials: 'include'}})
              ];
              Promise.allSettled(tries).then(() => setTimeout(() => {{ window.result = result; }}, 500));
              </script>""".encode())

        def log_message(self, *words):
            found["cookie"] = self.headers.get("Cookie", "")

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


def processor(page):
    """Milliseconds of the page's thread so far: in all, and of its parts."""
    values = {entry["name"]: entry["value"] for entry in page.call("Performance.getMetrics")["metrics"]}
    return {name: values[metric] * 1000 for name, metric in [
        ("thread", "TaskDuration"), ("script", "ScriptDuration"), ("style", "RecalcStyleDuration"),
        ("layout", "LayoutDuration")]}


def scroll(page):
    """Scrolls through all notifications: the times between frames and of the page's thread, in ms."""
    page.call("Performance.enable", timeDomain="threadTicks")
    before = processor(page)
    found = page.evaluate("""
      (async () => {
        const frames = [];
        let last = performance.now();
        const start = last;
        let still = 0;
        while (still < 30 && performance.now() - start < 300000) {
          const before = scrollY;
          scrollBy(0, 3000);
          await new Promise(done => requestAnimationFrame(done));
          const now = performance.now();
          frames.push(now - last);
          last = now;
          still = scrollY === before ? still + 1 : 0;
        }
        frames.sort((left, right) => left - right);
        const shown = document.querySelectorAll('[aria-label="org.example.many"] article').length;
        return {items: shown, frames: frames.length, median: frames[frames.length >> 1],
          p99: frames[Math.floor(frames.length * 0.99)], longest: frames[frames.length - 1],
          seconds: (performance.now() - start) / 1000,
          animated: document.querySelectorAll('.item.new').length};
      })()""")
    after = processor(page)
    for name in after:
        found[name] = (after[name] - before[name]) / found["frames"]
    return found


def visit(page, link, folder):
    seen = {"pictures": {}, "overflow": {}, "alerts": 0}

    def look(name, width=1100, height=900, scheme="light"):
        picture = page.look(width, height, scheme)
        seen["pictures"][name] = len(picture)
        seen["overflow"][name] = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if folder:
            (folder / f"{name}.png").write_bytes(picture)

    page.open(link)
    until(page, "document.title === 'Now and before'")
    count = "document.getElementById('count-now').textContent.replace(/\\D/g, '')"
    until(page, f"Number({count}) >= 10006")
    seen["isLive"] = until(page, f"!!({article('Arrived while you looked')})")
    seen["titles"] = page.evaluate(
        "[...document.querySelectorAll('article h4')].map(node => node.textContent)")
    door = f"({article('Somebody is at the door')})"
    # It is loaded when it comes near the window.
    page.evaluate(f"{door}.scrollIntoView({{block: 'center'}})")
    until(page, f"[...{door}.querySelectorAll('img')].every(picture => picture.complete && picture.naturalWidth)")
    seen["clipping"] = page.evaluate(
        f"[...{door}.querySelectorAll('img')].map(picture => [picture.clientWidth, picture.clientHeight])")
    look("clipped")
    page.evaluate("scrollTo(0, 0)")
    look("now-light")
    look("now-dark", scheme="dark")
    look("now-phone", 390, 844)
    look("now-phone-dark", 390, 844, "dark")
    look("now-light")

    # By keyboard: what has the focus after each press of the tabulator.
    page.evaluate("document.activeElement.blur()")
    focus = []
    for _ in range(8):
        for kind in ["keyDown", "keyUp"]:
            page.call("Input.dispatchKeyEvent", type=kind, key="Tab", code="Tab", windowsVirtualKeyCode=9)
        focus.append(page.evaluate(
            "document.activeElement.id || document.activeElement.textContent.trim().slice(0, 20)"))
    seen["focus"] = focus

    mail = article("Arrived while you looked")
    press(page, "Reply", mail)
    page.evaluate(f"({mail}).querySelector('input').value = 'On my way'")
    look("reply")
    press(page, "Send", mail)
    seen["isAnswered"] = until(page, f"!({mail})")

    page.evaluate("""(() => { const field = document.getElementById('search'); field.value = 'drawings';
      field.dispatchEvent(new Event('input', {bubbles: true})); })()""")
    until(page, "document.querySelectorAll('#list-now article').length === 1")
    seen["found"] = page.evaluate("document.querySelectorAll('#list-now article').length")
    look("search")
    page.evaluate("""(() => { const field = document.getElementById('search'); field.value = '';
      field.dispatchEvent(new Event('input', {bubbles: true})); })()""")
    until(page, "document.querySelectorAll('#list-now article').length > 3")

    turn(page, "upcoming")
    seen["upcoming"] = page.evaluate("document.querySelectorAll('#list-upcoming .times > li').length")
    look("upcoming")
    turn(page, "missed")
    look("missed")
    turn(page, "settings")
    page.evaluate("[...document.querySelectorAll('#list-settings summary')].find("
                  "node => node.textContent.includes('Mail')).click()")
    look("settings", 1100, 1500)
    look("settings-phone-dark", 390, 1400, "dark")
    switch = ("[...document.querySelectorAll('#list-settings details[open] .row')].find("
              "node => node.textContent.startsWith('Sounds')).querySelector('input')")
    page.evaluate(f"({switch}).click()")
    seen["settings"] = until(page, f"!({switch}).checked && apps.get('org.example.mail').permissions.sound === 'disabled'")
    turn(page, "sounds")
    # The answer for the app before comes after the choice, and before the next frame.
    page.evaluate("""(() => { const list = document.querySelector('#list-sounds select');
      const real = call;
      let give;
      call = () => new Promise(done => { give = done; });
      loadSounds();
      call = real;
      list.value = 'org.example.mail'; list.dispatchEvent(new Event('change', {bubbles: true}));
      give([]); })()""")
    until(page, "document.querySelectorAll('.sound').length > 0")
    seen["sounds"] = page.evaluate("document.querySelectorAll('.sound').length")
    look("sounds")
    look("sounds-phone-dark", 390, 844, "dark")
    page.evaluate("document.querySelector('.sound button').click()")
    seen["isPlayed"] = until(page, "audio.currentTime > 0.1")

    # Every control has a name that a screen reader can say.
    seen["names"] = []
    for name in ["now", "upcoming", "settings", "sounds"]:
        turn(page, name)
        page.events = [event for event in page.events if "method" in event]
        for node in page.call("Accessibility.getFullAXTree")["nodes"]:
            role = node.get("role", {}).get("value")
            if role in ["button", "link", "textbox", "searchbox", "combobox", "slider", "switch", "checkbox", "img"]:
                if not node.get("ignored") and not node.get("name", {}).get("value", "").strip():
                    seen["names"].append(f"{name}: {role}")

    # A tree of ten thousand for a screen reader is not what is measured.
    page.call("Accessibility.disable")
    turn(page, "now")
    page.look(1100, 900, "light")
    page.evaluate("[...document.querySelectorAll('[aria-label=\"org.example.many\"] .more')].pop().click()")
    seen["scroll"] = scroll(page)
    seen["now"] = {name: int(seen["scroll"].pop(name)) for name in ["items", "animated"]}
    look("scrolled")
    seen["complaints"] = page.complaints()
    origin = link.split("/open")[0]
    seen["foreignRequests"] = [event["params"]["request"]["url"] for event in page.events
                               if event.get("method") == "Network.requestWillBeSent"
                               and not event["params"]["request"]["url"].startswith(origin)]
    seen["alerts"] = sum(event.get("method") == "Page.javascriptDialogOpening" for event in page.events)

    evil = hostile_page(link)
    page.events = []
    page.call("Page.navigate", url=f"http://127.0.0.1:{evil.server_port}/")
    until(page, "document.title === 'evil' && !!window.result")
    seen["hostile"] = page.evaluate("window.result")
    return seen


def main():
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        page = driver.Browser(profile)
        try:
            print(json.dumps(visit(page, sys.argv[1], folder)))
        finally:
            page.close()


if __name__ == "__main__":
    main()
