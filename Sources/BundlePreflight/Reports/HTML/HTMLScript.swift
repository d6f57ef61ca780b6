/// The page's script: it filters and sorts, and creates a player on request.
enum HTMLScript {
  static let text = sounds + players + rules

  private static let sounds = #"""

    "use strict";
    const all = (selector, base = document) => [...base.querySelectorAll(selector)];
    const body = document.querySelector("#sounds tbody");
    const rows = all("#sounds tbody > tr");
    const names = new Map(rows.map(row =>
      [row, row.querySelector(".path").textContent.toLowerCase()]));

    function filter() {
      const form = document.querySelector(".tools");
      const level = Number(form.elements.level.value);
      const part = form.elements.name.value.trim().toLowerCase();
      const rule = form.elements.rule?.value ?? "";
      const fits = item => Number(item.dataset.level) >= level
        && (!rule || item.dataset.rules.split(" ").includes(rule));
      let shown = 0;
      for (const row of rows) {
        row.hidden = !fits(row) || !names.get(row).includes(part);
        if (!row.hidden) shown += 1;
      }
      for (const card of all("#others article")) card.hidden = !fits(card);
      document.querySelector(".empty").hidden = shown > 0;
      form.elements.shown.value =
        shown < rows.length ? `${shown} of ${rows.length} sounds` : "";
    }

    function sort(button) {
      const key = button.dataset.sort;
      const head = button.closest("th");
      const first = key === "index" ? "ascending" : "descending";
      const now = head.getAttribute("aria-sort");
      const order = now ? (now === "ascending" ? "descending" : "ascending") : first;
      for (const other of all("#sounds thead th")) other.removeAttribute("aria-sort");
      head.setAttribute("aria-sort", order);
      const sign = order === "ascending" ? 1 : -1;
      const value = new Map(rows.map(row =>
        [row, row.dataset[key] === "" ? null : Number(row.dataset[key])]));
      rows.sort((a, b) => {
        const [left, right] = [value.get(a), value.get(b)];
        // What is not known stays at the end, whichever way.
        if (left === null || right === null) {
          if (left !== right) return left === null ? 1 : -1;
        } else if (left !== right) return sign * (left - right);
        return a.dataset.index - b.dataset.index;
      });
      // Rows that move in sight of the page are laid out one by one.
      const table = body.parentElement;
      body.remove();
      body.append(...rows);
      table.append(body);
    }

    if (body) {
      const form = document.querySelector(".tools");
      form.addEventListener("input", filter);
      form.addEventListener("submit", event => event.preventDefault());
      for (const button of all("[data-sort]")) button.addEventListener("click", () => sort(button));
      // A page that comes back from the browser's memory may come back with a choice made.
      filter();
    }

    """#

  private static let players = #"""
    function makePlayer(button) {
      const cell = button.parentElement;
      const audio = document.createElement("audio");
      audio.controls = true;
      audio.preload = "none";
      audio.setAttribute("aria-label", button.getAttribute("aria-label").replace(/^Play /, ""));
      audio.src = "data:audio/wav;base64," + button.dataset.wav;
      const shape = cell.querySelector(".shape");
      let head = null;
      const draw = () => {
        if (!head || !(audio.duration > 0)) return;
        const x = audio.currentTime / audio.duration * shape.viewBox.baseVal.width;
        head.setAttribute("d", `M${x} -100v200`);
        if (!audio.paused) requestAnimationFrame(draw);
      };
      if (shape) {
        head = document.createElementNS("http://www.w3.org/2000/svg", "path");
        head.setAttribute("class", "head");
        shape.append(head);
      }
      const name = audio.getAttribute("aria-label");
      const show = playing => {
        button.classList.toggle("on", playing);
        button.setAttribute("aria-label", (playing ? "Pause " : "Play ") + name);
        draw();
      };
      audio.addEventListener("play", () => {
        for (const other of all("audio")) if (other !== audio) other.pause();
        show(true);
      });
      audio.addEventListener("pause", () => show(false));
      audio.addEventListener("ended", () => show(false));
      audio.addEventListener("seeked", draw);
      cell.append(audio);
      return audio;
    }

    function player(button) {
      return button.parentElement.querySelector("audio") ?? makePlayer(button);
    }

    // A click on a shape plays from there.
    function seek(event, shape) {
      const button = shape.parentElement.querySelector(".play");
      if (!button) return;
      const audio = player(button);
      const box = shape.getBoundingClientRect();
      const part = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1);
      const go = () => { audio.currentTime = part * audio.duration; };
      if (audio.readyState > 0) go();
      else audio.addEventListener("loadedmetadata", go, { once: true });
      audio.play().catch(() => {});
    }

    async function copy(button) {
      const code = button.previousElementSibling;
      try {
        await navigator.clipboard.writeText(code.textContent);
        button.textContent = "Copied";
        setTimeout(() => { button.textContent = "Copy"; }, 1500);
      } catch {
        // Where the page may not, the command is at least selected.
        getSelection().selectAllChildren(code);
      }
    }

    document.addEventListener("click", event => {
      const shape = event.target.closest(".shape");
      if (shape) return seek(event, shape);
      const command = event.target.closest(".copy");
      if (command) return copy(command);
      const button = event.target.closest(".play");
      if (!button) return;
      const audio = player(button);
      if (audio.paused) audio.play().catch(() => {}); else audio.pause();
    });

    """#

  private static let rules = #"""
    function openRule() {
      if (!location.hash.startsWith("#rule-")) return;
      const page = document.getElementById(location.hash.slice(1));
      if (page) page.open = true;
    }
    addEventListener("hashchange", openRule);
    openRule();

    """#
}
