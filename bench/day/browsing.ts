import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { rowsPath } from "@/bench/board/json-reads";
import type { Reader } from "@/bench/board/reader";
import { QUEUE_IDS } from "@/lib/domain/board-row/queues";
import { type Chance, openChance } from "@/lib/platform/seeded-random";

/** Of all page views, how many are of each kind. */
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
/** One in so many is a document of its own: a bookmark, a new tab, a reload. */
const DOCUMENT_EACH = 12;
const CLOSED = "connection closed";

const rowsSchema = z.object({
  rows: z.array(z.object({ id: z.string(), number: z.string(), shipmentId: z.string().nullable() })),
});
type Row = z.infer<typeof rowsSchema>["rows"][number];

/** What people open: rows of every queue, as the board shows them. */
export async function readWhatIsShown(reader: Reader): Promise<Row[]> {
  const rows = new Map<string, Row>();
  for (const queue of QUEUE_IDS)
    for (const offset of [0, 100, 200]) {
      const page = rowsSchema.parse(await reader.read(rowsPath({ queue }, offset)));
      for (const row of page.rows) rows.set(row.id, row);
    }
  if (rows.size === 0) throw new Error("the board is empty");
  return [...rows.values()];
}

/** As the router asks for a page it has nothing of yet. */
const navigation = (path: string) => `${path}${path.includes("?") ? "&" : "?"}_rsc=`;

/** What a browser asks for to show one page: the page itself, then what its script reads. */
function draw(chance: Chance, rows: readonly Row[]): { page: string; reads: string[] } {
  const { id, number, shipmentId } = chance.pick(rows);
  const queue = chance.pick(QUEUE_IDS);
  switch (chance.weighted(VIEWS).kind) {
    case "board":
      return { page: `/board?queue=${queue}`, reads: [rowsPath({ queue }), "/api/board/facets"] };
    case "container":
      return { page: `/containers/${id}`, reads: [] };
    case "shipment":
      return { page: shipmentId ? `/shipments/${shipmentId}` : "/shipments", reads: [] };
    case "find":
      // The deep link goes on to the container by script.
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

/** What was seen of all answers: how many, those other than 200 with their path, and how long each page took, ms. */
export type Seen = { views: number; answers: number; others: string[]; pageMs: number[] };

/** Dispatchers who open pages all day, each in their own order, one page after the other. */
export class Dispatchers {
  readonly seen: Seen = { views: 0, answers: 0, others: [], pageMs: [] };
  private readonly chances: Chance[];
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 64 });

  constructor(
    private readonly reader: Reader,
    private readonly rows: readonly Row[],
    count: number,
  ) {
    this.chances = Array.from({ length: count }, (_, at) => openChance(1_000 + at));
  }

  /** So many page views by each, spread evenly over `ms`; longer when the dashboard takes longer. */
  async browse(views: number, ms: number): Promise<void> {
    const begun = performance.now();
    await Promise.all(
      this.chances.map(async (chance, at) => {
        for (let view = 0; view < views; view += 1) {
          const due = ((view + at / this.chances.length) * ms) / views;
          await pause(Math.max(0, begun + due - performance.now()));
          await this.view(chance);
        }
      }),
    );
  }

  close(): void {
    this.agent.destroy();
  }

  private async view(chance: Chance): Promise<void> {
    const { page, reads } = draw(chance, this.rows);
    const begun = performance.now();
    await this.ask(chance.whole(1, DOCUMENT_EACH) === 1 ? page : navigation(page));
    this.seen.pageMs.push(performance.now() - begun);
    await Promise.all(reads.map((path) => this.ask(path)));
    this.seen.views += 1;
  }

  /** Takes an answer whole, as a page is shown when all of its parts are there. */
  private async ask(path: string): Promise<void> {
    const first = await this.get(path);
    // A kept connection may be closed just as it is used; a browser then asks on a new one, without a word.
    const said = first === CLOSED ? await this.get(path) : first;
    this.seen.answers += 1;
    if (said !== "200") this.seen.others.push(`${said} ${path}`);
  }

  /** The status as text, else what went wrong. */
  private get(path: string): Promise<string> {
    const headers = {
      ...this.reader.headers,
      accept: "*/*",
      ...(path.endsWith("_rsc=") ? { rsc: "1" } : {}),
    };
    return new Promise((resolve) => {
      const asked = get(new URL(path, this.reader.baseUrl), { agent: this.agent, headers }, (response) => {
        response.on("end", () => resolve(String(response.statusCode)));
        response.on("error", ({ message }) => resolve(`cut off: ${message}`));
        response.resume();
      });
      asked.on("error", ({ message }) => resolve(asked.reusedSocket ? CLOSED : message));
    });
  }
}
