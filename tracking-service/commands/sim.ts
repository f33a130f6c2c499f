import { parseArgs } from "node:util";
import { and, asc, eq, isNotNull } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { readWorldClock } from "@/tracking-service/clock/world-clock";
import type { Applied } from "@/tracking-service/facts/apply-report";
import { applyReport } from "@/tracking-service/facts/apply-report";
import { reportedFacts } from "@/tracking-service/sources/simulation/manual-facts";
import { stepAccount, stepJourney } from "@/tracking-service/sources/simulation/manual-step";
import type { Database, Store } from "@/tracking-service/store/database";
import { containers, journeys } from "@/tracking-service/store/schema";
import { UsageError } from "./usage";

const USAGE = "sim step [--number N] [--count K]  |  sim report --number N '<json of attributes>'";

/**
 * Returns the id of the newest container with this number. With `simulated`, only a container whose journey continues
 * matches.
 */
async function requireContainerId(db: Database, number: string, simulated: boolean): Promise<string> {
  const [row] = await db
    .select({ id: containers.id })
    .from(containers)
    .leftJoin(journeys, eq(journeys.containerId, containers.id))
    .where(
      and(
        eq(containers.number, normalizeNumber(number)),
        simulated ? isNotNull(journeys.nextStepAt) : undefined,
      ),
    )
    .orderBy(asc(containers.createdAt))
    .limit(1);
  if (!row)
    throw new Error(`No ${simulated ? "simulated " : ""}container ${number} with anything left to tell.`);
  return row.id;
}

const worldNow = async (db: Database) => (await readWorldClock(db, () => new Date())).now();

const line = (applied: Applied[]) => JSON.stringify({ applied });

async function step({ db }: Store, number: string | undefined, count: number): Promise<string> {
  const now = await worldNow(db);
  if (number === undefined) return line(await stepAccount(db, count, now));
  return line(await stepJourney(db, await requireContainerId(db, number, true), count, now));
}

async function report({ db }: Store, number: string, json: string): Promise<string> {
  const containerId = await requireContainerId(db, number, false);
  const now = await worldNow(db);
  const container = reportedFacts(json, now);
  const delta = { container, containerPlaces: {}, shipment: {}, shipmentPlaces: {} };
  const reported = { containerId, delta, milestones: [], dataSource: "terminal" as const };
  const applied = await db.transaction((tx) => applyReport(tx, reported, now));
  if (!applied) throw new Error(`Container ${number} is not tracked any more.`);
  return line([applied]);
}

/** `sim step` and `sim report` trigger simulated changes for tests. They print the changes as one line of JSON. */
export async function simCommand(store: Store, argv: string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: argv,
    allowPositionals: true,
    options: { number: { type: "string" }, count: { type: "string", default: "1" } },
  });
  const count = Number(values.count);
  const [verb, json] = positionals;
  if (verb === "step" && Number.isInteger(count) && count >= 1 && count <= 10_000) {
    return step(store, values.number, count);
  }
  if (verb === "report" && values.number && json) return report(store, values.number, json);
  throw new UsageError(USAGE);
}
