const listeners = new Set<() => void>();
let wanted = false;

/** Whether a notice was ever requested. The script of the notices loads only then. */
export const noticesWanted = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): boolean => wanted,
  serverSnapshot: (): boolean => false,
};

async function openCorner() {
  const { toast } = await import("sonner");
  wanted = true;
  for (const listener of listeners) listener();
  return toast;
}

/** A button of a notice. */
export type NoticeAction = { label: string; act: () => void };

/** A notice with a button is shown longer than the usual four seconds. */
const WITH_ACTION_MS = 10_000;

const optionsOf = (action: NoticeAction | undefined) =>
  action && { action: { label: action.label, onClick: action.act }, duration: WITH_ACTION_MS };

/** Shows a success message as a notice, with a button for what can be done about it. */
export async function notify(text: string, action?: NoticeAction): Promise<void> {
  (await openCorner()).success(text, optionsOf(action));
}

/** Shows an error message as a notice, with a button for what can be done about it. */
export async function notifyProblem(text: string, action?: NoticeAction): Promise<void> {
  (await openCorner()).error(text, optionsOf(action));
}
