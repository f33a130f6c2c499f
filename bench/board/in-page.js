// Runs in the measured page, before the page's own script. Times are ms on the page's clock.
(() => {
  const afterPaint = (done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));

  const within = (ms, what) =>
    new Promise((_, reject) => setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms));

  /** Resolves with the time at which an element that matches the selector was painted. */
  function shown(selector) {
    const painted = new Promise((resolve) => {
      const look = () => {
        const visible = [...document.querySelectorAll(selector)].some(
          (found) => found.getClientRects().length,
        );
        if (visible) afterPaint(resolve);
        else requestAnimationFrame(look);
      };
      look();
    });
    return Promise.race([painted, within(20_000, selector)]);
  }

  function rowsAre(ids) {
    const table = document.querySelector("table[aria-busy]");
    if (!table || table.getAttribute("aria-busy") === "true") return false;
    const rows = [...table.querySelectorAll("tr[data-container]")].slice(0, ids.length);
    return rows.length === ids.length && rows.every((row, at) => row.dataset.container === ids[at]);
  }

  /** Resolves when the rows with these ids are at the top of the board. */
  function untilRowsAre(ids) {
    const rows = new Promise((resolve) => {
      const check = () => {
        if (rowsAre(ids)) resolve();
        else requestAnimationFrame(check);
      };
      check();
    });
    return Promise.race([rows, within(20_000, `rows ${ids.join(", ")}`)]);
  }

  let painted = null;

  /** Starts waiting for the input event and then for the rows. `waited()` returns the ms between them. */
  function awaitRows(event, ids, mayStandAlready) {
    if (!mayStandAlready && rowsAre(ids)) throw new Error("these rows stand there already");
    let heardAt = null;
    const hear = ({ timeStamp }) => {
      heardAt = timeStamp;
    };
    addEventListener(event, hear, { capture: true });
    const rows = new Promise((resolve) => {
      const look = () => {
        if (heardAt === null || !rowsAre(ids)) requestAnimationFrame(look);
        else requestAnimationFrame(() => resolve(performance.now() - heardAt));
      };
      requestAnimationFrame(look);
    });
    painted = Promise.race([rows, within(10_000, `rows after ${event}`)]).finally(() =>
      removeEventListener(event, hear, { capture: true }),
    );
    painted.catch(() => undefined);
  }

  window.benchPaint = { shown, untilRowsAre, awaitRows, waited: () => painted };
})();
