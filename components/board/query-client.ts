import { notifyManager, QueryClient } from "@tanstack/react-query";
import { BoardRequestError } from "@/components/board/data/requests";

const RETRIES = 2;

// Renders received data in the same frame instead of after a timer.
notifyManager.setScheduler(queueMicrotask);

/** The query cache of this tab. Outages are retried, rejections are not. */
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
