import { randomInt } from "node:crypto";
import { performance } from "node:perf_hooks";
import { z } from "zod";
import { containerOnTheGround } from "@/e2e/facts/containers";
import { readDashboard } from "@/e2e/system/databases";
import { openInstances } from "@/e2e/system/instances";
import { installedNginx, startNginx } from "@/scripts/test/nginx";
import { countResults, readLink, send } from "./client";
import { signIn } from "./sign-in-flood";
import type { HostileRow, HostileTarget } from "./target";

const PROXY_ADDRESS = "127.0.0.2";
/** One address may try 100 passwords in 15 minutes at all dashboards together. A few are checked at once. */
const GUESSES = 200;
const MAX_GUESSES = 120;
/** Each dashboard allows 300 reads of links a minute from one address. */
const READINGS = 800;
const MAX_MS = 5_000;
/** How much later a known device may sign in than in quiet. */
const MAX_DELAY_MS = 5_000;

/** A live stream of a signed-in client: resolves when it mentions `text`, with the time since now in ms. */
async function openStream(url: string, cookie: string) {
  const leaving = new AbortController();
  const response = await fetch(`${url}/api/live`, { headers: { cookie }, signal: leaving.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return {
    async until(mention: string): Promise<number | null> {
      const begun = performance.now();
      const late = setTimeout(() => leaving.abort(), 6 * MAX_MS);
      try {
        for (let text = ""; !text.includes(mention); ) {
          const read = await reader?.read();
          if (!read || read.done) return null;
          text += read.value;
        }
        return performance.now() - begun;
      } catch {
        return null;
      } finally {
        clearTimeout(late);
      }
    },
    close: () => leaving.abort(),
  };
}

/** A container, and the note in its plan. */
async function findPlan(): Promise<{ id: string; note: string }> {
  const { id } = await containerOnTheGround(1);
  const find = "select note from planned_moves where container_id = $1";
  const [plan] = await readDashboard<{ note: string }>(find, [id]);
  return { id, note: plan?.note ?? "" };
}

/**
 * Two dashboards with one database behind one nginx. A client that guesses passwords and reads links through it is
 * refused at both. Meanwhile another client behind the same nginx signs in, edits and sees its edit on the live streams of both.
 */
export async function twoDashboards(target: HostileTarget): Promise<HostileRow[]> {
  if (!installedNginx())
    return [{ check: "Two dashboards", figure: "not run: nginx is not installed", held: false }];
  const { url, system } = target;
  const instances = await openInstances(system);
  try {
    const env = () => ({ PUBLIC_URL: url, NEXTAUTH_URL: url, TRUSTED_PROXIES: `${PROXY_ADDRESS}/32` });
    const second = await instances.dashboard({ env });
    const nginx = await startNginx({ upstream: [url, second.url], bind: PROXY_ADDRESS });
    try {
      return await attack(nginx.url, target);
    } finally {
      await nginx.stop();
    }
  } finally {
    await instances.end();
  }
}

async function attack(url: string, target: HostileTarget): Promise<HostileRow[]> {
  const { id, note } = await findPlan();
  const localAddress = `127.${randomInt(10, 250)}.${randomInt(1, 250)}.1`;
  const here = { ...target, url };
  const known = await signIn(here, []);
  const quiet = await signIn(here, known.cookies);
  const cookie = known.cookies.join("; ");
  const csrf = await fetch(`${url}/api/auth/csrf`);
  const { csrfToken } = z.object({ csrfToken: z.string() }).parse(await csrf.json());
  const guesser = {
    ...{ url, localAddress },
    headers: () => ({
      cookie: csrf.headers
        .getSetCookie()
        .map((line) => line.split(";")[0])
        .join("; "),
      "content-type": "application/x-www-form-urlencoded",
    }),
  };
  const guess = async () => {
    const guessed = { csrfToken, email: `guess-${randomInt(1e9)}@example.com`, password: "a wrong guess" };
    const body = new URLSearchParams(guessed).toString();
    return (await send(guesser, "/api/auth/callback/credentials", { method: "POST", body })).status;
  };
  // In turn, so each is at another dashboard.
  const streams = [await openStream(url, cookie), await openStream(url, cookie)];
  try {
    const flood = countResults(GUESSES, guess);
    const seen = streams.map((stream) => stream.until(id));
    const edited = await fetch(`${url}/api/containers/${id}/plan`, {
      method: "POST",
      headers: { cookie, "content-type": "application/json", "sec-fetch-site": "same-origin" },
      body: JSON.stringify({ part: "note", value: `hostile checks ${randomInt(1e9)}`, was: note }),
    });
    const again = await signIn(here, known.cookies);
    const waits = await Promise.all(seen);
    const guesses = await flood;
    const tried = GUESSES - guesses(429) - guesses(503);
    const reads = await countResults(READINGS, () => readLink({ url, localAddress }));
    const other = await readLink({ url, localAddress: localAddress.replace(/1$/, "2") });
    return [
      {
        check: "Two dashboards: an edit during a flood, on the streams of both",
        figure: `${edited.status}, ${waits.map((ms) => (ms === null ? "never" : `${ms.toFixed(0)} ms`)).join(", ")}`,
        held: edited.ok && waits.every((ms) => ms !== null && ms <= MAX_MS),
      },
      {
        check: "Two dashboards: a known device signs in during the flood",
        figure: `${again.ms.toFixed(0)} ms, quiet ${quiet.ms.toFixed(0)} ms`,
        held: again.isSignedIn && again.ms <= quiet.ms + MAX_DELAY_MS,
      },
      {
        check: "Two dashboards: guesses of one client are refused at both together",
        figure: `${tried} of ${GUESSES} tried, ${guesses(429)} times 429, ${guesses(503)} times 503`,
        held: tried <= MAX_GUESSES && guesses(429) > 0,
      },
      {
        check: "Two dashboards: reads of one client, and of another behind the same address",
        figure: `${reads(404)} answered, ${reads(429)} refused, the other ${other}`,
        held: reads(429) > 0 && other === 404,
      },
    ];
  } finally {
    for (const stream of streams) stream.close();
  }
}
