import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { rowsPath } from "@/bench/board/json-reads";
import type { Reader } from "@/bench/board/reader";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { openRng, type Rng } from "@/lib/platform/seeded-random";

/** Shares of the kinds of page views. */
const VIEWS = [
  { kind: "board", weight: 40 },
  { kind: "container", weight: 38 },
  { kind: "shipment", weight: 8 },
  { kind: "find", weight: 4 },
  { kind: "shipments", weight: 4 },
  { kind: "track", weight: 3 },
  { kind: "parties", weight: 2 },
  { kind: "reports", weight: 1 },
] as const;
/** One in this many page views is a full document load: a bookmark, a new tab, a reload. */
const DOCUMENT_EACH = 12;
const CLOSED = "connection closed";

const rowsSchema = z.object({
  rows: z.array(z.object({ id: z.string(), number: z.string(), shipmentId: z.string().nullable() })),
});
type Row = z.infer<typeof rowsSchema>["rows"][number];

/** The rows that users open: rows of every queue, as the board shows them. */
export async function readVisibleRows(reader: Reader): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const queue of QUEUE_IDS)
    for (const offset of [0, 100, 200]) {
      const page = rowsSchema.parse(await reader.read(rowsPath({ queue }, offset)));
      for (const row of page.rows) rows.set(row.id, row);
    }
  if (rows.size === 0) throw new Error("the board is empty");
  return [...rows.values()];
}

/** A request as the router sends it for a page without cached data. */
const navigation = (path: string) => `${path}${path.includes("?") ? "&" : "?"}_rsc=`;

/** The requests a browser sends to show one page: the page itself, then the reads of its script. */
function draw(rng: Rng, rows: readonly Row[]): { page: string; reads: string[] } {
  const { id, number, shipmentId } = rng.pick(rows);
  const queue = rng.pick(QUEUE_IDS);
  switch (rng.weighted(VIEWS).kind) {
    case "board":
      return { page: `/board?queue=${queue}`, reads: [rowsPath({ queue }), "/api/board/facets"] };
    case "container":
      return { page: `/containers/${id}`, reads: [] };
    case "shipment":
      return { page: shipmentId ? `/shipments/${shipmentId}` : "/shipments", reads: [] };
    case "find":
      // The deep link redirects to the container by script.
      return { page: `/find?q=${number}`, reads: [navigation(`/containers/${id}`)] };
    case "shipments":
      return { page: "/shipments", reads: [] };
    case "track":
      return { page: "/track", reads: [] };
    case "parties":
      return { page: "/parties", reads: [] };
    case "reports":
      return { page: "/reports", reads: [] };
  }
}

/**
 * Totals over all responses: their number, those with a status other than 200 (with path), and each page's time in ms.
 */
export type Seen = { views: number; responses: number; others: string[]; pageMs: number[] };

/** Dispatchers who open pages all day. Each opens one page after another in a separate order. */
export class Dispatchers {
  readonly seen: Seen = { views: 0, responses: 0, others: [], pageMs: [] };
  private readonly chances: Rng[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly reader: Reader,
    private readonly rows: readonly Row[],
    count: number,
  ) {
    this.chances = Array.from({ length: count }, (_, at) => openRng(1_000 + at));
  }

  /** Opens this many pages per dispatcher, spread evenly over `ms`. Takes longer when the dashboard is slower. */
  async browse(views: number, ms: number): Promise<void> {
    const begun = performance.now();
    await Promise.all(
      this.chances.map(async (rng, at) => {
        for (let view = 0; view < views; view += 1) {
          const due = ((view + at / this.chances.length) * ms) / views;
          await pause(Math.max(0, begun + due - performance.now()));
          await this.view(rng);
        }
      }),
    );
  }

  close(): void {
    this.agent.destroy();
  }

  private async view(rng: Rng): Promise<void> {
    const { page, reads } = draw(rng, this.rows);
    const begun = performance.now();
    await this.ask(rng.whole(1, DOCUMENT_EACH) === 1 ? page : navigation(page));
    this.seen.pageMs.push(performance.now() - begun);
    await Promise.all(reads.map((path) => this.ask(path)));
    this.seen.views += 1;
  }

  /** Reads the complete response, because a page is shown only when all its parts have arrived. */
  private async ask(path: string): Promise<void> {
    const first = await this.get(path);
    // A keep-alive connection may be closed just as it is used. A browser then silently retries on a new connection.
    const reported = first === CLOSED ? await this.get(path) : first;
    this.seen.responses += 1;
    if (reported !== "200") this.seen.others.push(`${reported} ${path}`);
  }

  /** Returns the status as text, or the error. */
  private get(path: string): Promise<string> {
    const headers = {
      ...this.reader.headers,
      accept: "*/*",
      ...(path.endsWith("_rsc=") ? { rsc: "1" } : {}),
    };
    return new Promise((resolve) => {
      const requested = get(
        new URL(path, this.reader.baseUrl),
        { agent: this.agent, headers },
        (response) => {
          response.on("end", () => resolve(String(response.statusCode)));
          response.on("error", ({ message }) => resolve(`cut off: ${message}`));
          response.resume();
        },
      );
      requested.on("error", ({ message }) => resolve(requested.reusedSocket ? CLOSED : message));
    });
  }
}
