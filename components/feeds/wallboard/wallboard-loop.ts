import type { WallData } from "@/lib/features/feeds/rules/wallboard";
import {
  asking,
  heard,
  isGivenUp,
  isReadDue,
  isReloadDue,
  isTurnDue,
  nextDue,
  pausedOrNot,
  startWall,
  turned,
  type WallAnswer,
  type WallState,
} from "@/lib/features/feeds/rules/wallboard-rotation";

export type WallRun = {
  /** The data rendered by the server, and the server's build. */
  initial: WallData;
  /** Reads the data again. `signal` aborts the read. Never rejects. */
  read: (signal: AbortSignal) => Promise<WallAnswer>;
  show: (state: WallState) => void;
  reload: () => void;
};

/**
 * Runs a wallboard: turns its pages, refetches its data and loads a new build. It uses one timer, set again after each
 * step, and one read at a time. `stop` ends everything; `pause` pauses or resumes the page rotation.
 */
export function runWall({ initial, read, show, reload }: WallRun) {
  let state = startWall(initial, Date.now());
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reading: AbortController | null = null;
  let stopped = false;

  function set(next: WallState): void {
    if (next === state) return;
    state = next;
    show(state);
  }

  function arm(): void {
    if (timer !== null) clearTimeout(timer);
    const due = stopped ? null : nextDue(state);
    timer = due === null ? null : setTimeout(step, Math.max(0, due - Date.now()));
  }

  async function ask(): Promise<void> {
    const mine = new AbortController();
    reading = mine;
    set(asking(state, Date.now()));
    const answer = await read(mine.signal);
    if (stopped || reading !== mine) return;
    reading = null;
    set(heard(state, answer, initial.build, Date.now()));
    arm();
  }

  function step(): void {
    const now = Date.now();
    if (isGivenUp(state, now)) {
      reading?.abort();
      reading = null;
      set(heard(state, { failed: true }, initial.build, now));
    }
    if (isTurnDue(state, now)) {
      if (isReloadDue(state, now)) {
        stop();
        reload();
        return;
      }
      set(turned(state, now));
    }
    if (isReadDue(state, now)) void ask();
    arm();
  }

  function stop(): void {
    stopped = true;
    reading?.abort();
    reading = null;
    arm();
  }

  show(state);
  arm();
  return {
    stop,
    pause(): void {
      set(pausedOrNot(state, Date.now()));
      arm();
    },
  };
}
