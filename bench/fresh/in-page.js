// Runs in the measured page, before the page's own script. Times are epoch ms with fractions.
(() => {
  const MOST_MS = 10_000;
  let waiting = null;

  const epoch = (moment) => performance.timeOrigin + moment;

  /** The times at which the page last requested a changed row and received it. */
  function lastReading() {
    const readings = performance.getEntriesByType("resource").filter(({ name }) => name.includes("ids="));
    const { startTime, responseEnd } = readings.at(-1) ?? { startTime: 0, responseEnd: 0 };
    return { asked: epoch(startTime), read: epoch(responseEnd) };
  }

  /** Starts waiting until a row contains a text and was painted with it. `painted()` returns the times. */
  function await_(id, text) {
    const has = () =>
      document.querySelector(`tr[data-container="${CSS.escape(id)}"]`)?.textContent.includes(text) ?? false;
    performance.clearResourceTimings();
    waiting = new Promise((resolve, reject) => {
      const watch = new MutationObserver(() => {
        if (!has()) return;
        watch.disconnect();
        // The frame with the text ends before the next one begins.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve({ ...lastReading(), painted: epoch(performance.now()) });
          channel.port2.postMessage(null);
        });
      });
      watch.observe(document.body, { childList: true, subtree: true, characterData: true });
      setTimeout(() => {
        watch.disconnect();
        reject(new Error(`${text} was not on the screen within ${MOST_MS} ms`));
      }, MOST_MS);
    });
    waiting.catch(() => undefined);
  }

  window.benchFresh = { await: await_, painted: () => waiting };
})();
