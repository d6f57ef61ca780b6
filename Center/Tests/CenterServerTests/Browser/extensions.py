#!/usr/bin/env python3
"""Uses notifications that apps' pages show, in a headless Chromium, and says what happened.

    extensions.py LINK HOSTILE [SCREENSHOTS]

HOSTILE is the folder of the page that tries to get out. Prints one JSON object. With a folder
SCREENSHOTS it leaves pictures there.
"""
import http.server
import json
import pathlib
import sys
import tempfile
import threading
import time

import visit
from visit import driver, press, until

FIXTURES = pathlib.Path(__file__).resolve().parents[1] / "Fixtures"


class Other:
    """Another server, and all that came to it."""

    def __init__(self):
        self.seen = seen = []

        class Server(http.server.ThreadingHTTPServer):
            def get_request(self):
                seen.append("a connection")
                return super().get_request()

        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self):
                seen.append(self.path)
                # A connection that is closed with something unread may take the answer along.
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                own = FIXTURES / "hostile" / self.path.lstrip("/")
                body, kind = b"<svg xmlns='http://www.w3.org/2000/svg'/>", "image/svg+xml"
                if self.path == "/script.js":
                    body, kind = b"", "text/javascript"
                if self.path in CONTROL:
                    kind, body = CONTROL[self.path]
                elif own.is_file():
                    kind = "text/html" if own.suffix == ".html" else "text/javascript"
                    body = own.read_bytes()
                elif self.path.startswith("/events"):
                    kind = "text/event-stream"
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            do_GET = do_POST = answer

            def log_message(self, *words):
                pass

        self.server = Server(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def wait_for(self, paths, seconds=60):
        """Waits until all paths were asked for: nobody tells the page that asks that they came."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and not set(paths) <= set(self.seen):
            time.sleep(0.05)


# The same page in a frame like any other, which is not kept from anything: what is reached then shows
# that the page tries what it says.
CONTROL = {
    "/control": ("text/html", b"""<!DOCTYPE html><title>control</title><script>
      localStorage.setItem('tocsin-center', 'token');
      addEventListener('load', () => {
        const channel = new MessageChannel();
        channel.port1.onmessage = event => { if (event.data && String(event.data.title).includes('tried,')) window.result = event.data.title; };
        document.querySelector('iframe').contentWindow.postMessage({}, '*', [channel.port2]);
      });</script><iframe src="/index.html"></iframe><iframe src="/parts.js"></iframe>"""),
    "/parts.js": ("text/javascript", b""),
}


# How long the centre waits for a page's first word, and for its answer, in milliseconds. A page that
# works must not be given up because the machine is busy: only what is about giving up has little time.
LONG = 60_000
SHORT = {"start": 3_000, "answer": 5_000}


def give_time(page, **times):
    """Sets how long pages of apps have from now on, in this document and in those that follow."""
    change = f"if (typeof patience === 'object') Object.assign(patience, {json.dumps(times)});"
    # As soon as the centre's scripts have run, and before it has heard of a notification.
    page.call("Page.addScriptToEvaluateOnNewDocument",
              source=f"addEventListener('DOMContentLoaded', () => {{ {change} }});")
    page.evaluate(change)


def inside(page, number, expression):
    """What an expression is within the page that shows a notification."""
    view = page.call("Runtime.evaluate", expression=f"frames.get({number}).view")["result"]["objectId"]
    frame = page.call("DOM.describeNode", objectId=view)["node"]["frameId"]
    outer = page.session
    page.session = None
    # Only targets that were listed can be attached to.
    page.call("Target.getTargets")
    page.session = page.call("Target.attachToTarget", targetId=frame, flatten=True)["sessionId"]
    try:
        return page.evaluate(expression)
    finally:
        page.session = outer


def number_of(page, title):
    return page.evaluate(f"Number(({article_of(title)}).dataset.number)")


def article_of(title):
    """The notification with a title, whether its page has a heading or not."""
    return ("[...document.querySelectorAll('article')].find(node => [...node.querySelectorAll('h4')]"
            f".some(head => head.textContent === {json.dumps(title)}))")


def is_shown(title):
    return f"!!({article_of(title)}) && ({article_of(title)}).classList.contains('extended')"


def until_inside(page, number, expression, seconds=60):
    """Waits until an expression is true within the page that shows a notification; what it is then."""
    end = time.monotonic() + seconds
    while not (value := inside(page, number, expression)) and time.monotonic() < end:
        time.sleep(0.05)
    return value


def click(page, title, times=1):
    """Clicks with a mouse into the right end of a page, where its button is."""
    spot = page.evaluate(f"""
      (() => {{ const node = ({article_of(title)}); node.scrollIntoView({{block: 'center'}});
        const box = node.querySelector('iframe').getBoundingClientRect();
        return [box.right - 35, box.top + box.height / 2]; }})()""")
    # Where a press leads is known by the picture that was drawn last.
    time.sleep(0.3)
    for _ in range(times):
        for kind in ["mousePressed", "mouseReleased"]:
            page.call("Input.dispatchMouseEvent", type=kind, x=spot[0], y=spot[1], button="left", clickCount=1)
    time.sleep(0.3)


COUNT = "document.getElementById('count').textContent"


def click_until_counted(page, title, number, times):
    """Clicks until the page has counted so many. While the picture that was drawn last is of another
    place, a click leads elsewhere; one that is answered was counted, or never is."""
    end = time.monotonic() + 60
    while int(inside(page, number, COUNT)) < times and time.monotonic() < end:
        click(page, title)


def use(page, seen):
    """The page that works: content, heading, height, pressing, each of the three answers."""
    seen["shown"] = until(page, is_shown("Eggs"))
    number = number_of(page, "Eggs")
    seen["text"] = inside(page, number, "document.getElementById('text').textContent")
    # The page is ready before its picture is.
    seen["picture"] = until_inside(
        page, number, "document.getElementById('picture').naturalWidth")
    seen["heading"] = page.evaluate(f"({article_of('Eggs')}).querySelector('.heading').textContent")
    seen["ownTextShown"] = page.evaluate(f"({article_of('Eggs')}).querySelector('.text').checkVisibility()")
    seen["height"] = page.evaluate(f"({article_of('Eggs')}).querySelector('iframe').offsetHeight")
    # A page that nobody may use takes neither clicks nor the keyboard.
    click(page, "Eggs", 2)
    seen["pressesOfStill"] = inside(page, number, COUNT)
    open_number = number_of(page, "Rice")
    meet(page, "Rice")
    click_until_counted(page, "Rice", open_number, 2)
    seen["presses"] = inside(page, open_number, COUNT)
    seen["bareShown"] = page.evaluate(
        f"({article_of('Rice')}).querySelector('.text').checkVisibility()")
    seen["bareHeading"] = page.evaluate(f"({article_of('Rice')}).querySelector('.heading').textContent")
    # A page keeps its state when the list is drawn again.
    page.evaluate("drawn.clear(); show(); new Promise(done => setTimeout(done, 300))")
    seen["pressesKept"] = inside(page, open_number, COUNT)


def meet(page, title):
    """Scrolls to a notification, until its page is shown."""
    page.evaluate(f"({article_of(title)}).scrollIntoView({{block: 'center'}})")
    until(page, is_shown(title))


def answer(page, seen):
    press(page, "5 more", article_of("Eggs"))
    number = number_of(page, "Eggs")
    text = "document.getElementById('text').textContent"
    until_inside(page, number, f"{text} !== {json.dumps(seen['text'])}")
    seen["afterMore"] = inside(page, number, text)
    # The page's own title follows as a message.
    heading = f"({article_of('Eggs')}).querySelector('.heading').textContent"
    until(page, f"{heading} !== {json.dumps(seen['heading'])}")
    seen["headingAfterMore"] = page.evaluate(heading)
    press(page, "Note", article_of("Eggs"))
    page.evaluate(f"({article_of('Eggs')}).querySelector('form input').value = 'soft ones'")
    press(page, "Keep", article_of("Eggs"))
    seen["note"] = until_inside(page, number, "document.getElementById('note').textContent")
    seen["stays"] = page.evaluate(f"!!({article_of('Eggs')})")
    meet(page, "Beans")
    press(page, "Stop", article_of("Beans"))
    seen["dismissed"] = until(page, f"!({article_of('Beans')})")
    meet(page, "Soup")
    press(page, "Tell the app", article_of("Soup"))
    seen["forwarded"] = until(page, f"!({article_of('Soup')})")
    meet(page, "Bread")
    give_time(page, answer=SHORT["answer"])
    start = time.monotonic()
    press(page, "Mute", article_of("Bread"))
    seen["unanswered"] = until(page, f"!({article_of('Bread')})")
    seen["unansweredSeconds"] = time.monotonic() - start


def has_own(page, title):
    """Whether a notification has its own content again, and no page."""
    until(page, f"!!({article_of(title)})")
    page.evaluate(f"({article_of(title)}).scrollIntoView({{block: 'center'}})")
    isGivenUp = until(page, f"silent.has({number_of(page, title)})")
    return isGivenUp and page.evaluate(
        f"!({is_shown(title)}) && ({article_of(title)}).querySelector('.text').checkVisibility()"
        f" && !({article_of(title)}).querySelector('iframe')")


def reload(page):
    page.events = []
    page.call("Page.reload")
    while not any(event.get("method") == "Page.loadEventFired" for event in page.events):
        page.events.append(page.read())
    until(page, "items.size > 0")


def crowd(page, seen):
    """A window so high that every notification is near to be seen."""
    page.call("Emulation.setDeviceMetricsOverride", width=1100, height=12_000, deviceScaleFactor=1, mobile=False)
    # Counted as they come: one that is given up does not make room for another by itself.
    page.call("Page.addScriptToEvaluateOnNewDocument", source="""
      var most = 0;
      addEventListener('DOMContentLoaded', () => {
        if (typeof frameLimit === 'undefined') return;
        frames.set = (...words) => {
          Map.prototype.set.apply(frames, words);
          most = Math.max(most, frames.size);
        };
      });""")
    reload(page)
    until(page, "most >= 8")
    # The page hears of all places that are near at once.
    page.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    seen["places"] = page.evaluate("[...document.querySelectorAll('.slot')].filter("
                                   "slot => slot.getBoundingClientRect().top < innerHeight).length")
    seen["loaded"] = page.evaluate("most")


def give_up(page, seen):
    """Too many messages, no page, and no word: the notification's own content."""
    seen["own"] = {"Floods": has_own(page, "Floods")}
    # Pages that have begun before this have the time that they were given then.
    give_time(page, start=SHORT["start"])
    reload(page)
    seen["own"] |= {title: has_own(page, title) for title in ["Gone", "Silent"]}


def steal(page, seen, folder):
    """A page that takes the keyboard while the user types elsewhere."""
    (folder / "page.js").write_text(THIEF)
    give_time(page, start=LONG)
    reload(page)
    until(page, f"!!({article_of('Steals')})")
    page.evaluate(f"document.getElementById('search').focus(); ({article_of('Steals')}).scrollIntoView()")
    seen["own"]["Steals"] = has_own(page, "Steals")
    for letter in "egg":
        page.call("Input.insertText", text=letter)
        time.sleep(0.05)
    seen["typed"] = page.evaluate("document.getElementById('search').value")


THIEF = """
addEventListener('message', event => {
  event.ports[0].postMessage({type: 'ready'});
  const field = document.body.appendChild(document.createElement('input'));
  setInterval(() => { field.blur(); field.focus(); }, 5);
});
"""


def loop(page, seen, folder):
    """A page that does not come to an end: this one goes on."""
    (folder / "page.js").write_text("addEventListener('message', () => { for (;;) {} });\n")
    give_time(page, start=SHORT["start"])
    reload(page)
    until(page, f"!!({article_of('Loops')})")
    seen["own"]["Loops"] = has_own(page, "Loops")
    seen["turns"] = visit.turn(page, "settings") and visit.turn(page, "now")


def attack(page, seen, link, hostile):
    centre = link.split("/open")[0]
    other = Other()
    # What it reaches, it reaches soon: the centre and the other server are on this machine.
    (hostile / "target.js").write_text(target(other.address, centre, "true", limit=1_500))
    give_time(page, start=LONG)
    reload(page)
    number = "[...items.values()].find(item => item.title === 'Hostile').number"
    heading = f"(drawn.get({number}) && drawn.get({number}).querySelector('.heading') || {{textContent: ''}}).textContent"
    until(page, f"!!drawn.get({number})")
    page.evaluate(f"drawn.get({number}).scrollIntoView()")
    until(page, f"{heading}.includes('tried')", 180)
    seen["tallest"] = page.evaluate(f"drawn.get({number}).querySelector('iframe').offsetHeight")
    seen["hostile"] = page.evaluate(heading)
    # Its last try, to go elsewhere itself, leaves nothing to show.
    give_time(page, start=SHORT["start"])
    inside(page, number, "setTimeout(leave)")
    seen["goneElsewhere"] = not until(page, f"!drawn.get({number}).classList.contains('extended')")
    seen["address"] = page.evaluate("location.pathname")
    seen["windows"] = sum(one["type"] == "page" for one in page.call("Target.getTargets")["targetInfos"])
    seen["other"] = other.seen


# What takes the page away.
LEAVING = {"form": "/form", "topLink": "/link", "topAddress": "/top", "topReplace": "/replace"}


def target(other, centre, wanted, limit):
    return (f"const other = '{other}';\nconst centre = '{centre}';\nconst limit = {limit};\n"
            f"const wanted = name => {wanted};\n")


def is_taken_to(page, address, seconds=60):
    """Waits until the page is at an address. The list of pages is asked: a page that leaves while it is
    asked itself answers with an error."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        targets = page.call("Target.getTargets")["targetInfos"]
        if any(one["type"] == "page" and one["url"] == address for one in targets):
            return True
        time.sleep(0.05)
    print(f"not within {seconds} s: at {address}", file=sys.stderr)
    return False


def control(page, seen):
    """The hostile page where nothing holds it."""
    other = Other()

    def begin(wanted):
        # Each try must succeed here, on a busy machine too.
        script = target(other.address, other.address, wanted, limit=60_000)
        CONTROL["/target.js"] = ("text/javascript", script.encode())
        page.call("Page.navigate", url=other.address + "/control")

    stays = json.dumps([*LEAVING, "ownForm", "dialog", "popup"])
    begin(f"!{stays}.includes(name)")
    until(page, "document.title === 'control' && (window.result || '').includes('tried')", 300)
    seen["control"] = page.evaluate("window.result || ''").split("reached: ")[-1].split(" ")
    other.wait_for(["/beacon", "/frame", "/socket"])
    seen["controlOther"] = sorted(set(other.seen))
    seen["controlLeft"] = []
    for name, path in LEAVING.items():
        begin(f"name === '{name}'")
        if is_taken_to(page, other.address + path):
            seen["controlLeft"].append(name)


def tour(page, link, hostile, folder):
    seen = {"pictures": {}, "overflow": {}}

    def look(name, width=1100, height=900, scheme="light"):
        picture = page.look(width, height, scheme)
        # Pages are told of a width and colours later than this one.
        time.sleep(0.4)
        picture = page.look(width, height, scheme)
        seen["pictures"][name] = len(picture)
        seen["overflow"][name] = page.evaluate(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth")
        if folder:
            (folder / f"extensions-{name}.png").write_bytes(picture)

    give_time(page, start=LONG, answer=LONG)
    page.open(link)
    until(page, "document.title === 'Now and before' && items.size > 0")
    use(page, seen)
    page.evaluate("scrollTo(0, 0)")
    look("light")
    look("dark", scheme="dark")
    look("phone", 390, 844)
    look("phone-dark", 390, 844, "dark")
    look("again")
    seen["complaints"] = page.complaints()
    answer(page, seen)
    look("answered")
    crowd(page, seen)
    look("crowd")
    give_up(page, seen)
    attack(page, seen, link, hostile)
    steal(page, seen, hostile.parent / "steals")
    loop(page, seen, hostile.parent / "loops")
    control(page, seen)
    return seen


def main():
    folder = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        page = driver.Browser(profile)
        try:
            print(json.dumps(tour(page, sys.argv[1], pathlib.Path(sys.argv[2]), folder)))
        finally:
            page.close()


main()
