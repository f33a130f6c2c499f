import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { untilLoaded } from "@/bench/faults/sync-runs";
import { compareWithTruth, type Difference } from "@/bench/faults/truth";
import { type Figure, figure } from "@/bench/harness/figures";
import type { DayFleet } from "./fleet";
import type { Ledger } from "./ledger";

const GOAL_REQUESTS = 400;
const MAX_MS = 600_000;

export type FirstLoad = { differences: Difference[]; figures: Figure[] };

async function countHeld({ dashboard }: DayFleet): Promise<number> {
  const { rows } = await dashboard.db.execute<{ count: number }>(
    sql`select count(*)::int as count from containers`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * Lets a worker load the account for the first time with the documented limits. Kills the worker when half of the
 * containers are ingested. Then waits until another worker completes the load.
 */
export async function measureFirstLoad(
  fleet: DayFleet,
  ledger: Ledger,
  containers: number,
): Promise<FirstLoad> {
  const begun = Date.now();
  fleet.startWorker();
  let heldAtKill = 0;
  while (heldAtKill < containers / 2) {
    if (Date.now() - begun > MAX_MS) throw new Error("half of the first load took too long");
    await pause(10);
    heldAtKill = await countHeld(fleet);
  }
  await fleet.workers[0]?.kill();
  await untilLoaded(fleet);
  const seconds = (Date.now() - begun) / 1_000;
  const held = await countHeld(fleet);
  const differences = await compareWithTruth(fleet.dashboard.db, fleet.store);
  const requests = (name: string, value: number, goal?: number) =>
    figure({ name: `first load: ${name}`, unit: "requests", value, goal });
  const lists = ledger.count("lists");
  const single = ledger.count("single records");
  return {
    differences,
    figures: [
      figure({ name: "first load: containers in the mirror", unit: "", value: held }),
      figure({ name: "first load: … when the worker was killed", unit: "", value: heldAtKill }),
      requests("of lists and single records", lists + single, GOAL_REQUESTS),
      requests("… of them of pages that were asked for before", ledger.again("lists")),
      requests("of the webhook and of what the account may do", otherThanRecords(ledger)),
      requests("of party roles, which go on in what is left of the budget", ledger.count("party roles")),
      requests(
        "of maps and vessel positions, likewise",
        ledger.count("maps") + ledger.count("vessel positions"),
      ),
      figure({ name: "first load: answered 429", unit: "requests", value: ledger.answered(429), goal: 0 }),
      figure({
        name: "first load: fields other than the service's",
        unit: "",
        value: differences.length,
        goal: 0,
      }),
      figure({ name: "first load: from the worker's start, one kill in it", unit: "s", value: seconds }),
    ],
  };
}

const otherThanRecords = (ledger: Ledger) =>
  ledger.count("webhook and its deliveries") + ledger.count("what the account may do");
