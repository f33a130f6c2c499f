import { afterAll, expect, it } from "vitest";
import type { Undo } from "@/bench/harness/clean-up";
import { bundledPrograms } from "./bundled-programs";
import { killAndCompare } from "./kill-run";
import { syncRunAtOnce } from "./sync-runs";
import { summarise } from "./truth";

const undos: Undo[] = [];
const onEnd = (undo: Undo) => undos.push(undo);

afterAll(async () => {
  for (const undo of undos.reverse()) await undo();
});

// The dashboards are the delivery route's own module and the health read on a bare server, because a production build
// would take longer than the whole test. `npm run bench:faults` kills the production build.
it("loses nothing, records every change once and mirrors every field when any process is killed", async () => {
  const programs = await bundledPrograms(true, onEnd);
  const run = await killAndCompare(
    {
      seed: 20_261_121,
      notifications: 2_000,
      kills: 8,
      maxKills: 8,
      windowMs: 10_000,
      perSecond: 300,
      containers: 60,
      days: 45,
      minUp: 4,
      programs,
      round: syncRunAtOnce(programs.round),
    },
    onEnd,
  );
  const { losses, history, after, ownEnds } = run;
  expect(run.notifications).toBeGreaterThanOrEqual(2_000);
  expect(run.deliveries.duplicates).toBeGreaterThan(100);
  expect(losses).toMatchObject({ lost: [], waiting: [], deadLettered: [], abandoned: 0 });
  expect(history).toMatchObject({ broken: [], stale: [], missing: [], invented: [] });
  expect(history.reported).toBeGreaterThan(500);
  expect(summarise(after)).toEqual([]);
  expect(ownEnds).toEqual([]);
}, 900_000);
