const RETRY_MS = 2_000;
const PREFETCHES = ["next-router-prefetch", "next-router-segment-prefetch"];

/** Whether the router reads a page that was chosen, or the shown one again. */
function isPageRead(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  const isRead = (init?.method ?? "GET") === "GET" && headers.has("rsc");
  return isRead && !PREFETCHES.some((name) => headers.has(name));
}

/**
 * Sends a page read again until Drayboard responds. Otherwise the router would load the page in the browser, which
 * replaces it by the browser's error page while the network or Drayboard is down.
 */
export function retryPageReads(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    for (;;) {
      try {
        return await send(input, init);
      } catch (error) {
        if (!isPageRead(init) || init?.signal?.aborted) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  };
}
