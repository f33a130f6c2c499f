import { notify, notifyProblem } from "@/components/ui/toasts";
import { type MarkedAsSeen, sendAllSeen, undoAllSeen } from "./requests";
import { boardChanges } from "./unseen-changes";

async function undo(marked: MarkedAsSeen, reread: () => unknown): Promise<void> {
  try {
    await undoAllSeen(marked);
  } catch {
    await notifyProblem("Drayboard is not responding. The changes are still marked as seen.");
    return;
  }
  boardChanges.remember();
  await reread();
}

/**
 * Marks all changes of the user as seen, with a notice that undoes it. `reread` reads what is shown again, `onMarked` does what
 * follows the marking.
 */
export async function markAllSeen(reread: () => unknown, onMarked = reread): Promise<void> {
  let marked: MarkedAsSeen;
  try {
    marked = await sendAllSeen();
  } catch {
    await notifyProblem("Drayboard is not responding. Nothing was marked as seen.");
    return;
  }
  boardChanges.forget();
  await onMarked();
  void notify("All changes marked as seen.", { label: "Undo", act: () => void undo(marked, reread) });
}
