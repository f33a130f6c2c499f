import { CONTAINERS_A_PAGE, type WallData } from "./wallboard";

/** What a screen remembers: one answer, where it stands in it, and how its reading goes. Instants are epoch ms. */
export type WallState = {
  data: WallData;
  /** When `data` came. */
  heardAt: number;
  /** How far the dashboard's clock is ahead of the screen's; 0 where they agree. */
  skewMs: number;
  page: number;
  turnedAt: number;
  /** When the reading under way began; null while none is. */
  askedAt: number | null;
  nextReadAt: number;
  failures: number;
  /** How many answers in a row came from another build than this screen's own. */
  otherBuild: number;
  startedAt: number;
  paused: boolean;
  /** Why the screen shows nothing any more, in words; null while it does. */
  ended: string | null;
};

export type WallAnswer = { data: WallData } | { ended: string } | { failed: true };

export const TURN_MS = 12_000;
export const READ_MS = 30_000;
const GIVEN_UP_MS = 20_000;
const MAX_PAUSE_MS = 5 * 60_000;
const CLOCKS_AGREE_MS = 30_000;
/** A screen is not loaded anew twice within this time, also while two builds answer in turns. */
const MIN_LIFE_MS = 5 * 60_000;
const SURE_AFTER = 2;

const skewOf = (data: WallData, now: number): number => {
  const skew = Date.parse(data.asOf) - now;
  return Math.abs(skew) > CLOCKS_AGREE_MS ? skew : 0;
};

/**
 * A screen that begins with what was rendered. It is read anew at once: what was rendered may have waited for the screen,
 * and tells nothing of whose clock is wrong.
 */
export function startWall(data: WallData, now: number): WallState {
  return {
    data,
    heardAt: now,
    skewMs: 0,
    page: 0,
    turnedAt: now,
    askedAt: null,
    nextReadAt: now,
    failures: 0,
    otherBuild: 0,
    startedAt: now,
    paused: false,
    ended: null,
  };
}

/** At least one, also where there is no container to show. */
export const pageCount = ({ data }: WallState): number =>
  Math.max(1, Math.ceil(data.containers.length / CONTAINERS_A_PAGE));

/** The page's containers; where there are fewer pages than before the last one's. */
export function shownContainers(state: WallState) {
  const page = Math.min(state.page, pageCount(state) - 1);
  return state.data.containers.slice(page * CONTAINERS_A_PAGE, (page + 1) * CONTAINERS_A_PAGE);
}

export const isTurnDue = (state: WallState, now: number): boolean =>
  !state.paused && now - state.turnedAt >= TURN_MS;

/** The next page; however late, it is one page and not all that were missed. */
export const turned = (state: WallState, now: number): WallState => ({
  ...state,
  page: state.page + 1 >= pageCount(state) ? 0 : state.page + 1,
  turnedAt: now,
});

/** Whether the screen is to load itself anew, asked between two pages: another build answers, for sure. */
export const isReloadDue = (state: WallState, now: number): boolean =>
  state.otherBuild >= SURE_AFTER && now - state.startedAt >= MIN_LIFE_MS;

export const isReadDue = (state: WallState, now: number): boolean =>
  state.ended === null && state.askedAt === null && now >= state.nextReadAt;

export const asking = (state: WallState, now: number): WallState => ({ ...state, askedAt: now });

/** Whether the reading under way is waited for no longer. */
export const isGivenUp = ({ askedAt }: WallState, now: number): boolean =>
  askedAt !== null && now - askedAt >= GIVEN_UP_MS;

/** After an answer, or none: failures are tried again, ever more rarely. `build` is the screen's own. */
export function heard(state: WallState, answer: WallAnswer, build: string, now: number): WallState {
  if ("ended" in answer) return { ...state, askedAt: null, ended: answer.ended };
  if ("failed" in answer) {
    const pause = Math.min(READ_MS * 2 ** Math.min(state.failures, 10), MAX_PAUSE_MS);
    return { ...state, askedAt: null, failures: state.failures + 1, nextReadAt: now + pause };
  }
  const { data } = answer;
  return {
    ...state,
    data,
    heardAt: now,
    skewMs: skewOf(data, now),
    askedAt: null,
    nextReadAt: now + READ_MS,
    failures: 0,
    otherBuild: data.build === build ? 0 : Math.min(state.otherBuild + 1, SURE_AFTER),
  };
}

export const pausedOrNot = (state: WallState, now: number): WallState => ({
  ...state,
  paused: !state.paused,
  turnedAt: now,
});

/** When something is to be done next, epoch ms; null where nothing ever is. */
export function nextDue(state: WallState): number | null {
  if (state.ended !== null) return null;
  const due = [state.askedAt === null ? state.nextReadAt : state.askedAt + GIVEN_UP_MS];
  if (!state.paused) due.push(state.turnedAt + TURN_MS);
  return Math.min(...due);
}
