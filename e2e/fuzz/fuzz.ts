import type { Caller } from "@/e2e/access/callers";
import { type Finding, judge } from "./judge";
import { type Aims, makeShot, type Shot } from "./requests";
import { type HttpResponse, send } from "./send";
import type { World } from "./world";

const AT_ONCE = 8;
/** Malformed requests mostly wait for a timeout, so many of them run in parallel. */
const BROKEN_AT_ONCE = 32;
/** One session serves this many requests of a caller, because some requests end the session. */
const REQUESTS_A_SESSION = 8;
const SHOWN_OF_EACH = 3;

/** One kind of finding at one target, its number, and sample requests. */
export type Found = { kind: string; row: string; times: number; shown: { shot: Shot; seen: string }[] };

export type Outcome = {
  requests: number;
  /** Number of responses by status and kind of target. */
  statuses: Map<string, Map<number, number>>;
  found: Found[];
  ms: number;
};

/** Returns the header of a caller's cookie. Its session is replaced at intervals. */
function cookies(name: string): (caller: Caller) => Promise<string | null> {
  const stored = new Map<string, { cookie: string | null; left: number }>();
  return async (caller) => {
    const known = stored.get(caller.name);
    if (known && known.left > 0) {
      known.left -= 1;
      return known.cookie;
    }
    const value = await caller.cookie();
    const cookie = value === null ? null : `${name}=${value}`;
    stored.set(caller.name, { cookie, left: REQUESTS_A_SESSION });
    return cookie;
  };
}

/** Groups findings by target. The target with the most findings is first. */
function byTarget(found: readonly Found[]): Found[] {
  const times = new Map<string, number>();
  for (const one of found) times.set(one.row, (times.get(one.row) ?? 0) + one.times);
  const timesAt = ({ row }: Found) => times.get(row) ?? 0;
  return [...found].sort(
    (a, b) => timesAt(b) - timesAt(a) || a.row.localeCompare(b.row) || b.times - a.times,
  );
}

function openTally() {
  const statuses: Outcome["statuses"] = new Map();
  const found = new Map<string, Found>();
  return {
    statuses,
    count(shot: Shot, response: HttpResponse) {
      const [{ target }, { status }] = [shot, response];
      const counts = statuses.get(target.kind) ?? new Map<number, number>();
      counts.set(status, (counts.get(status) ?? 0) + 1);
      statuses.set(target.kind, counts);
    },
    note(shot: Shot, findings: readonly Finding[]) {
      for (const { kind, seen } of findings) {
        const key = `${kind} ${shot.target.row}`;
        const one = found.get(key) ?? { kind, row: shot.target.row, times: 0, shown: [] };
        one.times += 1;
        if (one.shown.length < SHOWN_OF_EACH) one.shown.push({ shot, seen });
        found.set(key, one);
      }
    },
    list: () => byTarget([...found.values()]),
  };
}

/**
 * Sends the `requests` requests of a seed, or only the request with the number `only`, and checks every response.
 * `pause` is called at intervals with the number of requests sent.
 */
export async function fuzz(
  base: URL,
  { world, targets }: { world: World; targets: Aims["targets"] },
  how: {
    seed: number;
    requests: number;
    only: number | null;
    sessionName: string;
    pause: (sent: number) => Promise<void>;
  },
): Promise<Outcome> {
  const tally = openTally();
  const cookieOf = cookies(how.sessionName);
  const aims = { targets, callers: world.callers, readable: world.readable, changeable: world.changeable };
  const started = performance.now();
  const last = how.only === null ? how.requests : how.only + 1;
  let next = how.only ?? 0;
  let sent = 0;
  const broken = new Set<Promise<void>>();
  async function take(shot: Shot): Promise<void> {
    const response = await send(base, shot);
    tally.count(shot, response);
    tally.note(shot, judge(shot, response, world.planted, base.origin));
    sent += 1;
    if (sent % 500 === 0) await how.pause(sent);
  }
  async function shoot(): Promise<void> {
    while (next < last) {
      const number = next;
      next += 1;
      const shot = await makeShot(aims, { seed: how.seed, number }, cookieOf);
      const taken = take(shot);
      if (shot.broken === null) await taken;
      else {
        broken.add(taken);
        void taken.then(() => broken.delete(taken));
        if (broken.size >= BROKEN_AT_ONCE) await Promise.race(broken);
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, shoot));
  await Promise.all(broken);
  return {
    requests: sent,
    statuses: tally.statuses,
    found: tally.list(),
    ms: performance.now() - started,
  };
}
