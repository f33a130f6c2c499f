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
      const reason = thrown instanceof BoardRequestError ? thrown.message : "Drayboard is not responding.";
      if (waiting === null) void notifyProblem(`${reason} Columns were not saved.`);
    }
  }
  sending = false;
}

/** Saves the user's columns immediately. Changes made during a request are sent together afterwards. */
export const columnsKept = {
  keep(columns: string): void {
    waiting = columns;
    if (!sending) void sendWaiting();
  },
  /** The page is being closed, so pending changes are sent without waiting for a response. */
  leave(): void {
    const columns = waiting;
    waiting = null;
    if (columns !== null) sendColumns(columns).catch(() => undefined);
  },
};
