// Runs in the measured page, before the page's own script. Times are epoch ms with fractions.
(() => {
  const MOST_MS = 10_000;
  let waiting = null;

  const epoch = (moment) => performance.timeOrigin + moment;

  /** Starts waiting until a row contains a text and was painted with it. `painted()` returns the time. */
  function await_(id, text) {
    const has = () =>
      document.querySelector(`tr[data-container="${CSS.escape(id)}"]`)?.textContent.includes(text) ?? false;
    waiting = new Promise((resolve, reject) => {
      const watch = new MutationObserver(() => {
        if (!has()) return;
        watch.disconnect();
        // The frame with the text ends before the next one begins.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => resolve({ painted: epoch(performance.now()) });
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
