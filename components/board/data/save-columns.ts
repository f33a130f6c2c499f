import { notifyProblem } from "@/components/ui/toasts";
import { BoardRequestError, sendColumns } from "./requests";

let waiting: string | null = null;
let sending = false;

async function sendWaiting(): Promise<void> {
  sending = true;
  while (waiting !== null) {
    const columns: string = waiting;
    waiting = null;
    try {
      await sendColumns(columns);
    } catch (thrown) {
      const why = thrown instanceof BoardRequestError ? thrown.message : "Drayboard does not answer.";
      if (waiting === null) void notifyProblem(`${why} These columns are not kept.`);
    }
  }
  sending = false;
}

/** The columns a person has, kept for them at once: what changes while one change is on its way follows it as one. */
export const columnsKept = {
  keep(columns: string): void {
    waiting = columns;
    if (!sending) void sendWaiting();
  },
  /** The page is being left: nothing is waited for any more. */
  leave(): void {
    const columns = waiting;
    waiting = null;
    if (columns !== null) sendColumns(columns).catch(() => undefined);
  },
};
