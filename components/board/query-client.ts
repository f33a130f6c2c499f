import { notifyManager, QueryClient } from "@tanstack/react-query";
import { BoardRequestError } from "@/components/board/data/requests";

const RETRIES = 2;

// What came is drawn in the frame it came in, not after a timer.
notifyManager.setScheduler(queueMicrotask);

/** What keeps the rows of a list in this tab: trouble is tried again, a refusal is not. */
export function newQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: (failures, error) =>
          failures < RETRIES &&
          !(error instanceof BoardRequestError && error.status >= 400 && error.status < 500),
        refetchOnWindowFocus: true,
      },
    },
  });
}
