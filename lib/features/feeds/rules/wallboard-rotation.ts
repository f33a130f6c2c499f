import { CONTAINERS_A_PAGE, type WallboardData } from "./wallboard";

/**
 * The state of a wallboard: the last response, the shown page, and the state of its requests. Instants are epoch ms.
 */
export type WallboardState = {
  data: WallboardData;
  /** When `data` was received. */
  receivedAt: number;
  /** The offset in ms of the dashboard's clock from the wallboard's clock, positive when ahead. 0 while they agree. */
  skewMs: number;
  page: number;
  turnedAt: number;
  /** When the current request started. Null while none is in progress. */
  requestedAt: number | null;
  nextReadAt: number;
  failures: number;
  /** The number of consecutive responses from another build than that of this wallboard. */
  otherBuild: number;
  startedAt: number;
  paused: boolean;
  /** The reason why the wallboard shows nothing any more, as text. Null while it shows data. */
  ended: string | null;
};

export type WallboardAnswer = { data: WallboardData } | { ended: string } | { failed: true };

export const TURN_MS = 12_000;
export const READ_MS = 30_000;
const GIVEN_UP_MS = 20_000;
const MAX_PAUSE_MS = 5 * 60_000;
const CLOCKS_AGREE_MS = 30_000;
/** Minimum time between reloads of a wallboard. It limits reloads while two builds respond alternately. */
const MIN_LIFE_MS = 5 * 60_000;
const SURE_AFTER = 2;

const skewOf = (data: WallboardData, now: number): number => {
  const skew = Date.parse(data.asOf) - now;
  return Math.abs(skew) > CLOCKS_AGREE_MS ? skew : 0;
};

/**
 * Returns the state of a wallboard that starts with rendered data. The data is fetched again at once, because it may be
 * old. For the same reason, it cannot be used to compare the clocks.
 */
export function startWallboard(data: WallboardData, now: number): WallboardState {
  return {
    data,
    receivedAt: now,
    skewMs: 0,
    page: 0,
    turnedAt: now,
    requestedAt: null,
    nextReadAt: now,
    failures: 0,
    otherBuild: 0,
    startedAt: now,
    paused: false,
    ended: null,
  };
}

/** Returns the number of pages, at least one even without containers. */
export const pageCount = ({ data }: WallboardState): number =>
  Math.max(1, Math.ceil(data.containers.length / CONTAINERS_A_PAGE));

/** Returns the containers of the page. When the number of pages decreased, returns those of the last page. */
export function sharedContainers(state: WallboardState) {
  const page = Math.min(state.page, pageCount(state) - 1);
  return state.data.containers.slice(page * CONTAINERS_A_PAGE, (page + 1) * CONTAINERS_A_PAGE);
}

export const isTurnDue = (state: WallboardState, now: number): boolean =>
  !state.paused && now - state.turnedAt >= TURN_MS;

/** Advances by one page, even when several turns were missed. */
export const turned = (state: WallboardState, now: number): WallboardState => ({
  ...state,
  page: state.page + 1 >= pageCount(state) ? 0 : state.page + 1,
  turnedAt: now,
});

/** Whether the wallboard must reload, checked between two pages. It must when another build responds consistently. */
export const isReloadDue = (state: WallboardState, now: number): boolean =>
  state.otherBuild >= SURE_AFTER && now - state.startedAt >= MIN_LIFE_MS;

export const isReadDue = (state: WallboardState, now: number): boolean =>
  state.ended === null && state.requestedAt === null && now >= state.nextReadAt;

export const asking = (state: WallboardState, now: number): WallboardState => ({
  ...state,
  requestedAt: now,
});

/** Whether the current request has timed out. */
export const isGivenUp = ({ requestedAt }: WallboardState, now: number): boolean =>
  requestedAt !== null && now - requestedAt >= GIVEN_UP_MS;

/**
 * Returns the state after a response or a failed request. Failed requests are retried with increasing delays. `build`
 * is the build of the wallboard.
 */
export function received(
  state: WallboardState,
  response: WallboardAnswer,
  build: string,
  now: number,
): WallboardState {
  if ("ended" in response) return { ...state, requestedAt: null, ended: response.ended };
  if ("failed" in response) {
    const pause = Math.min(READ_MS * 2 ** Math.min(state.failures, 10), MAX_PAUSE_MS);
    return { ...state, requestedAt: null, failures: state.failures + 1, nextReadAt: now + pause };
  }
  const { data } = response;
  return {
    ...state,
    data,
    receivedAt: now,
    skewMs: skewOf(data, now),
    requestedAt: null,
    nextReadAt: now + READ_MS,
    failures: 0,
    otherBuild: data.build === build ? 0 : Math.min(state.otherBuild + 1, SURE_AFTER),
  };
}

export const pausedOrNot = (state: WallboardState, now: number): WallboardState => ({
  ...state,
  paused: !state.paused,
  turnedAt: now,
});

/** Returns when the next action is due, in epoch ms. Null when none will be. */
export function nextDue(state: WallboardState): number | null {
  if (state.ended !== null) return null;
  const due = [state.requestedAt === null ? state.nextReadAt : state.requestedAt + GIVEN_UP_MS];
  if (!state.paused) due.push(state.turnedAt + TURN_MS);
  return Math.min(...due);
}
