import type { QueueId, QueueWindows } from "./queues";

/** Whether a queue's window contains `now`. */
export function inQueue(windows: QueueWindows, queue: QueueId, now: Date): boolean {
  const window = windows[queue];
  if (window === null) return false;
  const at = now.getTime();
  return (
    (window.from === null || at >= Date.parse(window.from)) &&
    (window.to === null || at < Date.parse(window.to))
  );
}
