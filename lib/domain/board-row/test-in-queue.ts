import type { Container } from "@/lib/domain/container/container-facts";
import { DEFAULT_DEADLINE_SETTINGS, type DeadlineSettings } from "@/lib/domain/deadlines/deadline";
import { boardRow } from "./board-row";
import { type QueueId, type QueueWindows, rowQueueWindows } from "./queues";

/** The windows of a container in each queue. */
export const queueWindows = (
  container: Container,
  settings: DeadlineSettings = DEFAULT_DEADLINE_SETTINGS,
): QueueWindows => rowQueueWindows(boardRow(container, settings));

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
