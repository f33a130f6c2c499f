import type { LiveChange } from "@/components/realtime/events";
import { addMissed } from "./missed-changes";
import { type Step, send, sendState } from "./step";
import {
  type Missed,
  RECENT_MS,
  REPORTED_AGAIN_MS,
  type StreamEvent,
  type StreamState,
  type TabId,
} from "./stream-state";

/** Whether a tab is there that is not resting. */
export const hasActive = ({ tabs }: StreamState): boolean => [...tabs.values()].some(({ rests }) => !rests);

function deliver(step: Step, id: TabId, missed: Missed): void {
  if (missed === "all") send(step, id, { kind: "resync" });
  else if (missed) send(step, id, { kind: "change", change: missed });
}

/** A tab may have missed anything. */
export function missAll(step: Step, id: TabId): void {
  if (step.tabs.get(id)?.rests) step.setTab(id, { missed: "all" });
  else deliver(step, id, "all");
}

export function sendChange(step: Step, change: LiveChange): void {
  for (const [id, { rests, missed }] of step.tabs) {
    if (rests) step.setTab(id, { missed: addMissed(missed, change) });
    else deliver(step, id, change);
  }
}

/** What a tab that joins has missed of the stream since its page was read. */
function missedBefore({ state, now }: Step, ageMs: number): Missed {
  if (!state.wasOpen) return null;
  if (ageMs > REPORTED_AGAIN_MS) return "all";
  const recent = state.recent.filter(({ at }) => now - at < RECENT_MS);
  return recent.reduce<Missed>((missed, { change }) => addMissed(missed, change), null);
}

/** Sends a tab what it missed, and the state. */
function wake(step: Step, id: TabId, missed: Missed): void {
  const isLive = step.state.shared.link === "live";
  step.setTab(id, { rests: false, missed: null });
  sendState(step, id, isLive ? "catching-up" : step.state.shared.link);
  deliver(step, id, missed);
  if (!isLive) return;
  step.setTab(id, { behindSince: null });
  sendState(step, id);
  send(step, id, { kind: "caught-up" });
}

/** Takes what a tab sends. Returns whether it rested until now, or is new. */
export function receive(step: Step, sent: Extract<StreamEvent, { kind: "tab" }>): boolean {
  const { now } = step;
  const { tab: id, isVisible, board, ageMs } = sent;
  if (!step.tabs.has(id))
    step.tabs.set(id, {
      loadedAt: now - ageMs,
      receivedAt: now,
      hiddenSince: null,
      rests: true,
      missed: missedBefore(step, ageMs),
      behindSince: step.state.wasOpen ? now : null,
      board,
      rows: null,
    });
  const known = step.tabs.get(id);
  const hiddenSince = isVisible ? null : (known?.hiddenSince ?? now);
  step.setTab(id, { receivedAt: now, hiddenSince, board });
  if (!known?.rests || !isVisible) return false;
  wake(step, id, known.missed);
  return true;
}

/** From now on a tab receives nothing. It receives what it missed when it is visible again. */
export function rest(step: Step, id: TabId): void {
  const { state, now } = step;
  const behindSince = step.tabs.get(id)?.behindSince ?? state.shared.lostAt ?? state.receivedAt ?? now;
  step.setTab(id, { rests: true, behindSince });
}

export function leave(step: Step, id: TabId): void {
  step.tabs.delete(id);
}
