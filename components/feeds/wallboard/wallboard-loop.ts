import type { WallboardData } from "@/lib/features/feeds/rules/wallboard";
import {
  asking,
  isGivenUp,
  isReadDue,
  isReloadDue,
  isTurnDue,
  nextDue,
  pausedOrNot,
  received,
  startWallboard,
  turned,
  type WallboardAnswer,
  type WallboardState,
} from "@/lib/features/feeds/rules/wallboard-rotation";

export type WallboardRun = {
  /** The data rendered by the server, and the server's build. */
  initial: WallboardData;
  /** Reads the data again. `signal` aborts the read. Never rejects. */
  read: (signal: AbortSignal) => Promise<WallboardAnswer>;
  show: (state: WallboardState) => void;
  reload: () => void;
};

/**
 * Runs a wallboard: turns its pages, refetches its data and loads a new build. It uses one timer, set again after each
 * step, and one read at a time. `stop` ends everything; `pause` pauses or resumes the page rotation.
 */
export function runWallboard({ initial, read, show, reload }: WallboardRun) {
  let state = startWallboard(initial, Date.now());
  let timer: ReturnType<typeof setTimeout> | null = null;
  let reading: AbortController | null = null;
  let stopped = false;

  function set(next: WallboardState): void {
    if (next === state) return;
    state = next;
    show(state);
  }

  function arm(): void {
    if (timer !== null) clearTimeout(timer);
    const due = stopped ? null : nextDue(state);
    timer = due === null ? null : setTimeout(step, Math.max(0, due - Date.now()));
  }

  async function request(): Promise<void> {
    const mine = new AbortController();
    reading = mine;
    set(asking(state, Date.now()));
    const response = await read(mine.signal);
    if (stopped || reading !== mine) return;
    reading = null;
    set(received(state, response, initial.build, Date.now()));
    arm();
  }

  function step(): void {
    const now = Date.now();
    if (isGivenUp(state, now)) {
      reading?.abort();
      reading = null;
      set(received(state, { failed: true }, initial.build, now));
    }
    if (isTurnDue(state, now)) {
      if (isReloadDue(state, now)) {
        stop();
        reload();
        return;
      }
      set(turned(state, now));
    }
    if (isReadDue(state, now)) void request();
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
