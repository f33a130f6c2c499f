import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { percentile } from "@/bench/harness/figures";
import { signIn } from "@/bench/harness/sign-in";
import type { HostileRow, HostileTarget } from "./target";

const EXPORTS = 10;
const MEASURED_MS = 15_000;
const BETWEEN_READS_MS = 100;
const MAX_FACTOR = 2;
/** A client that reads nothing is disconnected 30 to 60 s after the socket's buffers are full. */
const FREED_WITHIN_MS = 75_000;
/** Fewer rows fit into the socket's buffers, and the export would end although the client reads nothing. */
const MIN_ROWS = 20_000;
const BOARD = "/api/board?queue=all&limit=100";

const totalSchema = z.object({ total: z.number() });

type Board = { samples: number[]; failed: number };

/** Times the board's rows over repeated requests, in ms, and counts the responses other than 200. */
async function timeBoard(url: string, cookie: string): Promise<Board> {
  const board: Board = { samples: [], failed: 0 };
  for (const until = performance.now() + MEASURED_MS; performance.now() < until; ) {
    const startedAt = performance.now();
    const response = await fetch(`${url}${BOARD}`, { headers: { cookie } });
    await response.arrayBuffer();
    board.samples.push(performance.now() - startedAt);
    if (response.status !== 200) board.failed += 1;
    await pause(BETWEEN_READS_MS);
  }
  return board;
}

/** Requests an export and reads only its status line. */
async function holdExport(url: string, cookie: string): Promise<{ socket: Socket; status: number }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on("error", () => undefined);
  await once(socket, "connect");
  socket.write(
    `GET /api/export?format=csv HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${cookie}\r\n\r\n`,
  );
  await once(socket, "readable");
  const head: unknown = socket.read(12);
  return { socket, status: Number(String(head).slice(9)) };
}

/** The time until the account may export again, in ms. Null: timeout. */
async function untilFree(url: string, cookie: string): Promise<number | null> {
  const begun = performance.now();
  while (performance.now() - begun < FREED_WITHIN_MS) {
    const response = await fetch(`${url}/api/export?format=csv&check=1`, { headers: { cookie } });
    await response.arrayBuffer();
    if (response.status === 204) return performance.now() - begun;
    await pause(500);
  }
  return null;
}

/**
 * Opens ten exports of the whole board and reads none of them. The board's p95 must stay within twice that of a quiet
 * run. Only one export may run at a time, and the unread export must be ended. The account needs 20,000 containers,
 * because fewer fit into the sockets' buffers. Takes at most two minutes.
 */
export async function heldExports(target: HostileTarget): Promise<HostileRow[]> {
  const { url } = target;
  const session = await signIn(url, target.email, target.password);
  const cookie = `${session.name}=${session.value}`;
  const counted = await fetch(`${url}/api/board?queue=all&limit=0`, { headers: { cookie } });
  const { total } = totalSchema.parse(await counted.json());
  const quiet = await timeBoard(url, cookie);
  const begun = performance.now();
  const held = await Promise.all(Array.from({ length: EXPORTS }, () => holdExport(url, cookie)));
  try {
    const loaded = await timeBoard(url, cookie);
    const free = await untilFree(url, cookie);
    const endedAfter = free === null ? null : performance.now() - begun;
    return rowsOf({ total, quiet, loaded, statuses: held.map(({ status }) => status), endedAfter });
  } finally {
    for (const { socket } of held) socket.destroy();
  }
}

type Measured = {
  total: number;
  quiet: Board;
  loaded: Board;
  statuses: readonly number[];
  endedAfter: number | null;
};

function rowsOf({ total, quiet, loaded, statuses, endedAfter }: Measured): HostileRow[] {
  const [quietMs, loadedMs] = [percentile(quiet.samples, 0.95), percentile(loaded.samples, 0.95)];
  const running = statuses.filter((status) => status === 200).length;
  const refused = statuses.filter((status) => status === 429).length;
  const isLarge = total >= MIN_ROWS;
  const rows = `${total} rows${isLarge ? "" : `, too few to be held: start with ${MIN_ROWS}`}`;
  return [
    {
      check: `board's p95 while ${EXPORTS} exports are not read: at most twice the quiet one`,
      figure: `${loadedMs.toFixed(0)} ms, quiet ${quietMs.toFixed(0)} ms, ${loaded.failed} failed (${rows})`,
      held: isLarge && loaded.failed === 0 && loadedMs <= quietMs * MAX_FACTOR,
    },
    {
      check: "one export of an account runs at a time, others are refused with 429",
      figure: `${running} running, ${refused} refused`,
      held: running === 1 && refused === EXPORTS - 1,
    },
    {
      check: "an export that nobody reads is ended and its place freed",
      figure: endedAfter === null ? "not ended" : `after ${(endedAfter / 1_000).toFixed(0)} s`,
      held: endedAfter !== null,
    },
  ];
}
