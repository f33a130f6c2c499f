const RETRY_MS = 2_000;
/** A read that fails this often although Drayboard responds is left to the browser: a proxy may ask for its own sign-in. */
const MAX_TRIES = 3;
/** What a proxy returns while Drayboard does not run. */
const GATEWAY_ERRORS = new Set([502, 503, 504]);
const PREFETCHES = ["next-router-prefetch", "next-router-segment-prefetch"];

/** Whether the router reads a page that was chosen, or the shown one again. */
function isPageRead(init: RequestInit | undefined): boolean {
  const headers = new Headers(init?.headers);
  const isRead = (init?.method ?? "GET") === "GET" && headers.has("rsc");
  return isRead && !PREFETCHES.some((name) => headers.has(name));
}

const isPage = ({ headers }: Response): boolean =>
  headers.get("content-type")?.startsWith("text/x-component") === true;

/** Returns what waits until Drayboard responds, with one request every two seconds for all who wait. */
function responseWaiter(send: typeof fetch): () => Promise<void> {
  let waiting: Promise<void> | null = null;
  const isUp = () =>
    send("/api/health/live", { redirect: "manual", cache: "no-store" }).then(
      ({ status }) => !GATEWAY_ERRORS.has(status),
      () => false,
    );
  async function poll(): Promise<void> {
    do await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    while (!(await isUp()));
    waiting = null;
  }
  return () => {
    waiting ??= poll();
    return waiting;
  };
}

/**
 * Sends a page read again once Drayboard responds. Otherwise the router would load the page in the browser, which
 * replaces it by the browser's or a proxy's error page while the network or Drayboard is down.
 */
export function retryPageReads(send: typeof fetch): typeof fetch {
  const untilResponse = responseWaiter(send);
  return async (input, init) => {
    if (!isPageRead(init)) return send(input, init);
    for (let tries = 1; ; tries += 1) {
      const isLast = () => tries >= MAX_TRIES || init?.signal?.aborted === true;
      try {
        const response = await send(input, init);
        if (!GATEWAY_ERRORS.has(response.status) || isPage(response) || isLast()) return response;
        await response.body?.cancel();
      } catch (error) {
        if (isLast()) throw error;
      }
      await untilResponse();
    }
  };
}
