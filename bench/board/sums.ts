import { type Figure, percentileFigures } from "@/bench/harness/figures";
import { sized } from "@/bench/harness/smoke";
import { listFacets } from "@/lib/features/board/queries/facets";
import { listGroups } from "@/lib/features/board/queries/groups";
import { EVERYTHING } from "@/lib/features/board/rules/board-address";
import { listParties } from "@/lib/features/parties/queries/parties";
import { loadPartyLoads } from "@/lib/features/parties/queries/party-loads";
import type { Database } from "@/lib/platform/database/client";

const TIMES = sized(10, 1);

/** What pages sum up over the whole account, read without a cache and without HTTP. `goal` in ms. */
const SUMS: Record<string, { goal: number; read: (db: Database) => Promise<unknown> }> = {
  "Values of all filters": { goal: 60, read: listFacets },
  "Subtotals by terminal": {
    goal: 100,
    read: (db) => listGroups(db, { ...EVERYTHING, group: "terminal" }, "terminal", new Date()),
  },
  "Parties page": { goal: 100, read: (db) => Promise.all([listParties(db), loadPartyLoads(db)]) },
};

/** Times the queries that read sums over the whole account, after one read of each. */
export async function measureSums(db: Database): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, { goal, read }] of Object.entries(SUMS)) {
    await read(db);
    const samples: number[] = [];
    for (let at = 0; at < TIMES; at += 1) {
      const begun = performance.now();
      await read(db);
      samples.push(performance.now() - begun);
    }
    figures.push(...percentileFigures(name, samples, { goal }));
  }
  return figures;
}
