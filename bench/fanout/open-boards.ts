import { spawn } from "node:child_process";
import { once } from "node:events";
import { sql } from "drizzle-orm";
import { readFacets, rowsPath } from "@/bench/board/json-reads";
import type { Reader } from "@/bench/board/reader";
import { EMAIL } from "@/bench/harness/account";
import { bundledArgs } from "@/bench/harness/bundle";
import type { Undo } from "@/bench/harness/clean-up";
import { signIn } from "@/bench/harness/sign-in";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import type { Database } from "@/lib/platform/database/client";
import { type BoardsReport, type BoardsStart, reportSchema } from "./boards";

const userEmail = (at: number): string => `dispatcher-${at}@example.com`;

/** Signs this many users in, copies of the benchmark's user. Returns their cookies. */
export async function signInUsers(
  db: Database,
  baseUrl: string,
  password: string,
  count: number,
): Promise<string[]> {
  const cookies: string[] = [];
  for (let at = 0; at < count; at += 1) {
    await db.execute(sql`
      insert into users (email, password_hash, role) select ${userEmail(at)}, password_hash, role from users where email = ${EMAIL}`);
    const { name, value } = await signIn(baseUrl, userEmail(at), password);
    cookies.push(`${name}=${value}`);
  }
  return cookies;
}

/** What a user has open: the filters, and whether the board is sorted and therefore reads its page after a change. */
export type ChosenBoard = { params: string; refetches: boolean };

/** What dispatchers have open: the whole board, its queues, terminals, lines, carriers, and some sorted by ETA. */
export async function chooseBoards(reader: Reader, count: number): Promise<ChosenBoard[]> {
  const facets = await readFacets(reader);
  const values = (name: "terminals" | "lines" | "carriers", most: number) =>
    facets[name].slice(0, most).map(({ value }) => value);
  const paths = [
    rowsPath({}),
    ...QUEUE_IDS.map((queue) => rowsPath({ queue })),
    ...values("terminals", 8).map((terminal) => rowsPath({ terminal })),
    ...values("lines", 4).map((line) => rowsPath({ line, queue: "pull-today" })),
    ...values("carriers", 4).map((carrier) => rowsPath({ carrier })),
    rowsPath({ sort: { by: "eta", descending: false } }),
    rowsPath({ left: { from: null, to: 2 } }),
  ];
  return Array.from({ length: count }, (_, at) => {
    const params = new URLSearchParams((paths[at % paths.length] ?? "").split("?")[1]);
    for (const name of ["offset", "limit"]) params.delete(name);
    return { params: params.toString(), refetches: params.has("sort") };
  });
}

/** The boards that are open in a process of their own. */
export interface OpenBoards {
  /** What they received and requested since they were opened. */
  report(): Promise<BoardsReport>;
  close(): Promise<void>;
}

/** Opens boards in a process of their own: board n at address n and with cookie n, both in turn. */
export async function openBoards(
  onEnd: (undo: Undo) => void,
  chosen: readonly ChosenBoard[],
  options: Omit<BoardsStart, "boards"> & { baseUrls: readonly string[]; cookies: readonly string[] },
): Promise<OpenBoards> {
  const { baseUrls, cookies, ...how } = options;
  const inTurn = (values: readonly string[], at: number) => values[at % values.length] ?? "";
  const boards = chosen.map((board, at) => ({
    ...board,
    baseUrl: inTurn(baseUrls, at),
    cookie: inTurn(cookies, at),
  }));
  const args = bundledArgs(["--import", "tsx", "bench/fanout/boards.ts"]);
  const child = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  onEnd(() => child.kill());
  const ended = once(child, "exit").then(() => {
    throw new Error("the boards ended");
  });
  ended.catch(() => undefined);
  const answer = async (message: string | BoardsStart): Promise<unknown> => {
    const answered = once(child, "message");
    child.send(message);
    const [received] = await Promise.race([answered, ended]);
    return received;
  };
  await answer({ ...how, boards });
  return {
    report: async () => reportSchema.parse(await answer("report")),
    async close() {
      child.kill();
      await ended.catch(() => undefined);
    },
  };
}

/** Throws when a stream ended or a response was other than 200. */
export function requireUnbroken({ reconnects, others }: Pick<BoardsReport, "reconnects" | "others">): void {
  if (reconnects > 0) throw new Error(`${reconnects} streams ended`);
  if (others.length > 0) throw new Error(`${others.length} responses such as ${others[0]}`);
}
