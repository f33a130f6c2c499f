// Runs in the measured page, before the page's own script. Times are ms on the page's clock.
(() => {
  const STEP_PX = 180;

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));

  /** Scrolls an element by one step per frame. Returns the duration of each frame. */
  async function scroll(element, frames) {
    const times = [];
    let before = await frame();
    for (let at = 0; at < frames; at += 1) {
      element.scrollTop += STEP_PX;
      const now = await frame();
      times.push(now - before);
      before = now;
    }
    return times;
  }

  const board = () => document.querySelector("table[aria-busy]").closest("section");

  /** Replaces the page with a bare list: the same rows, read the same way, as plain text in plain elements. */
  async function openBareList(rowHeight, columns, pageSize) {
    const pages = new Map();
    const read = async (page) => {
      if (pages.has(page)) return;
      pages.set(page, null);
      const answer = await fetch(`/api/board?offset=${page * pageSize}&limit=${pageSize}`);
      const body = await answer.json();
      pages.set(page, body.rows);
      draw();
      return body.total;
    };
    document.body.innerHTML = "";
    const sheet = document.createElement("section");
    sheet.style.cssText = "height:720px;width:1200px;overflow:auto;position:relative;font:13px sans-serif";
    const inside = document.createElement("div");
    inside.style.position = "relative";
    sheet.append(inside);
    document.body.append(sheet);
    const drawn = new Map();
    function draw() {
      const first = Math.max(0, Math.floor(sheet.scrollTop / rowHeight) - 6);
      const last = first + Math.ceil(720 / rowHeight) + 12;
      for (const [at, line] of drawn) {
        if (at >= first && at <= last && line.dataset.full) continue;
        line.remove();
        drawn.delete(at);
      }
      for (let at = first; at <= last; at += 1) {
        if (drawn.has(at)) continue;
        const page = Math.floor(at / pageSize);
        const row = pages.get(page)?.[at % pageSize];
        if (!pages.has(page)) void read(page);
        const line = document.createElement("div");
        line.style.cssText = `position:absolute;top:${at * rowHeight}px;height:${rowHeight}px;display:flex;width:100%`;
        if (row) {
          line.dataset.full = "yes";
          const texts = [
            row.number,
            row.equipment,
            row.status.label,
            row.terminal.name,
            row.line.name,
            row.customer,
          ];
          for (let cell = 0; cell < columns; cell += 1) {
            const container = document.createElement("span");
            container.style.cssText = "flex:1;overflow:hidden;white-space:nowrap";
            container.textContent = texts[cell % texts.length] ?? "";
            line.append(container);
          }
        }
        inside.append(line);
        drawn.set(at, line);
      }
    }
    const total = await read(0);
    inside.style.height = `${total * rowHeight}px`;
    sheet.addEventListener("scroll", draw);
    draw();
    window.benchScroll.bare = sheet;
  }

  /** Starts recording the time from each interaction to its next paint. */
  function watchInteractions() {
    const longest = new Map();
    new PerformanceObserver((list) => {
      for (const { interactionId, duration } of list.getEntries())
        if (interactionId) longest.set(interactionId, Math.max(duration, longest.get(interactionId) ?? 0));
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
    return longest;
  }
  const interactions = watchInteractions();

  window.benchScroll = {
    bare: null,
    openBareList,
    scrollBoard: (frames) => scroll(board(), frames),
    scrollBare: (frames) => scroll(window.benchScroll.bare, frames),
    interactions: () => [...interactions.values()],
  };
})();
