import { Agent, get } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { wallClock } from "@/bench/fresh/wall-clock";

/** Starts the boards, or ends them and asks for their report. */
export const startSchema = z.object({
  /** Whether the streams carry the boards. Else each board requests its changed rows, as without a push. */
  pushed: z.boolean(),
  /** Whether the report has the arrivals. Boards that are open for long would need much memory for them. */
  recorded: z.boolean(),
  boards: z.array(
    z.object({ baseUrl: z.string(), cookie: z.string(), params: z.string(), refetches: z.boolean() }),
  ),
});
export type BoardsStart = z.infer<typeof startSchema>;

export const reportSchema = z.object({
  /** For each board the times at which it received each container, epoch ms. A container can change by itself. */
  arrivals: z.array(z.record(z.string(), z.array(z.number()))),
  /** For each board the times at which it had read its page because it may have missed changes, epoch ms. */
  resyncs: z.array(z.array(z.number())),
  requests: z.number(),
  bytes: z.number(),
  /** The largest number of messages that one board received. */
  messages: z.number(),
  /** How often a stream ended and its board connected again. */
  reconnects: z.number(),
  /** Responses other than 200, with their status and path. */
  others: z.array(z.string()),
});
export type BoardsReport = z.infer<typeof reportSchema>;

const COUNT_AFTER_MS = 250;
const COUNT_EVERY_MS = 2_000;
const REFETCH_EVERY_MS = 1_000;
const GATHER_MS = 120;
const REREAD_EVERY_MS = 2_000;
const PUSHED_WITHIN_MS = 2_000;
const IDS_TO_A_REQUEST = 100;
const RETRY_MS = 1_000;
/** A browser waits between half a second and two and a half. */
const RECONNECT_MS = 1_500;

const rowSchema = z.object({ id: z.string() });
const changeSchema = z.object({ containers: z.array(z.string()) });
const pushSchema = z.object({
  rows: z.array(rowSchema).default([]),
  others: z.array(z.string()).default([]),
  reread: z.boolean().optional(),
  total: z.number().nullable().optional(),
});

const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const total = { requests: 0, bytes: 0, reconnects: 0 };
const others: string[] = [];

/** Requests an address to its last byte. Whether it was answered with 200; all else is noted. */
function ask(url: URL, cookie: string): Promise<boolean> {
  total.requests += 1;
  return new Promise((resolve) => {
    const note = (what: string) => {
      others.push(`${what} ${url.pathname}${url.search}`);
      resolve(false);
    };
    const requested = get(url, { agent, headers: { cookie, "accept-encoding": "gzip" } }, (response) => {
      if (response.statusCode !== 200) note(String(response.statusCode));
      response.on("data", (bytes: Buffer) => {
        total.bytes += bytes.length;
      });
      response.on("end", () => resolve(response.statusCode === 200));
      response.on("error", ({ message }) => note(message));
    });
    // A keep-alive connection may be closed just as it is used. A browser then retries on a new connection.
    requested.on("error", ({ message }) =>
      requested.reusedSocket ? resolve(ask(url, cookie)) : note(message),
    );
  });
}

/** A board as a browser keeps it, without drawing: what it receives, requests and when. */
class Board {
  readonly arrivals: Record<string, number[]> = {};
  readonly resyncs: number[] = [];
  messages = 0;
  /** Changed rows that are expected in a push, and those to request. */
  private readonly awaited = new Set<string>();
  private readonly waiting = new Set<string>();
  private readonly timers = new Set<string>();
  private readonly doneAt: Record<string, number> = {};
  private reading = false;

  constructor(
    private readonly start: BoardsStart,
    private readonly board: BoardsStart["boards"][number],
  ) {}

  /** Resolves when the stream has caught up. Connects again whenever it ends, and reads its page as a browser does. */
  open(): Promise<void> {
    const { baseUrl, cookie, params } = this.board;
    const again = () => {
      total.reconnects += 1;
      setTimeout(() => void this.open().then(() => this.resync()), RECONNECT_MS);
    };
    const search = this.start.pushed ? `?${new URLSearchParams({ board: params })}` : "";
    return new Promise((resolve) => {
      get(`${baseUrl}/api/live${search}`, { headers: { cookie } }, (response) => {
        if (response.statusCode !== 200) throw new Error(`/api/live answered ${response.statusCode}`);
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          total.bytes += Buffer.byteLength(part);
          text += part;
          const events = text.split("\n\n");
          text = events.pop() ?? "";
          for (const event of events) {
            if (event.includes("event: caught-up")) resolve();
            this.take(/^event: (.+)$/m.exec(event)?.[1], /^data: (.*)$/m.exec(event)?.[1] ?? "");
          }
        });
        response.on("end", again);
        response.on("error", again);
      });
    });
  }

  private take(name: string | undefined, data: string): void {
    if (name === "change") this.takeChange(changeSchema.parse(JSON.parse(data)).containers);
    if (name === "board") this.takePush(data);
    if (name === "gap") void this.resync();
  }

  private takeChange(ids: readonly string[]): void {
    if (!this.start.pushed) {
      this.request(ids);
      return;
    }
    for (const id of ids) this.awaited.add(id);
    setTimeout(() => {
      const late = ids.filter((id) => this.awaited.delete(id));
      this.request(late);
    }, PUSHED_WITHIN_MS);
  }

  private request(ids: readonly string[]): void {
    for (const id of ids) this.waiting.add(id);
    void this.readWaiting();
  }

  private takePush(data: string): void {
    const { rows, others, reread, total: counted } = pushSchema.parse(JSON.parse(data));
    this.messages += 1;
    if (reread) this.later("refetch", REREAD_EVERY_MS, 0, () => this.refetch());
    this.arrived([...rows.map(({ id }) => id), ...others]);
    if (this.board.refetches && rows.length > 0)
      this.later("refetch", REFETCH_EVERY_MS, 0, () => this.refetch());
    if (counted === null) this.later("count", COUNT_EVERY_MS, COUNT_AFTER_MS, () => this.ask({ limit: "0" }));
  }

  private arrived(ids: readonly string[]): void {
    for (const id of ids) {
      this.awaited.delete(id);
      if (this.start.recorded) this.arrivals[id] = [...(this.arrivals[id] ?? []), wallClock()];
    }
  }

  private async refetch(): Promise<void> {
    const ids = [...this.awaited];
    await this.askUntilAnswered({ offset: "0", limit: "60" });
    this.arrived(ids);
  }

  private async resync(): Promise<void> {
    await this.refetch();
    this.resyncs.push(wallClock());
  }

  private async readWaiting(): Promise<void> {
    if (this.reading || this.waiting.size === 0) return;
    this.reading = true;
    const ids = [...this.waiting];
    this.waiting.clear();
    for (let from = 0; from < ids.length; from += IDS_TO_A_REQUEST) {
      const some = ids.slice(from, from + IDS_TO_A_REQUEST);
      await this.askUntilAnswered({ ids: some.join(",") });
      this.arrived(some);
    }
    this.later("count", 0, COUNT_AFTER_MS, () => this.ask({ limit: "0" }));
    setTimeout(() => {
      this.reading = false;
      void this.readWaiting();
    }, GATHER_MS);
  }

  /** Does something after `afterMs`, at most once in `everyMs`. */
  private later(name: string, everyMs: number, afterMs: number, act: () => Promise<unknown>): void {
    if (this.timers.has(name)) return;
    this.timers.add(name);
    const waitMs = Math.max(afterMs, (this.doneAt[name] ?? 0) + everyMs - wallClock());
    setTimeout(() => {
      this.timers.delete(name);
      this.doneAt[name] = wallClock();
      void act();
    }, waitMs);
  }

  /** As a browser does, which requests rows again after an error. */
  private async askUntilAnswered(range: Record<string, string>): Promise<void> {
    while (!(await this.ask(range))) await pause(RETRY_MS);
  }

  private ask(range: Record<string, string>): Promise<boolean> {
    const params = new URLSearchParams([...new URLSearchParams(this.board.params), ...Object.entries(range)]);
    return ask(new URL(`/api/board?${params}`, this.board.baseUrl), this.board.cookie);
  }
}

/** Many open boards in a process of their own, started by `bench/fanout/open-boards.ts`. */
let boards: Board[] = [];
process.on("message", async (message: unknown) => {
  if (message === "report") {
    const report: BoardsReport = {
      arrivals: boards.map(({ arrivals }) => arrivals),
      resyncs: boards.map(({ resyncs }) => resyncs),
      messages: Math.max(0, ...boards.map(({ messages }) => messages)),
      others,
      ...total,
    };
    process.send?.(report);
    return;
  }
  const start = startSchema.parse(message);
  boards = start.boards.map((board) => new Board(start, board));
  await Promise.all(boards.map((board) => board.open()));
  Object.assign(total, { requests: 0, bytes: 0, reconnects: 0 });
  process.send?.("open");
});
