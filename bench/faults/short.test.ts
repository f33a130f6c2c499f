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

/** `npm run test:long` runs the larger form. */
const { notifications, kills } = process.env.LONG_TESTS
  ? { notifications: 2_000, kills: 8 }
  : { notifications: 800, kills: 4 };

// The dashboards are the delivery route's own module and the health read on a bare server, because a production build
// would take longer than the whole test. `npm run bench:faults` kills the production build.
it("loses nothing, records every change once and mirrors every field when any process is killed", async () => {
  const programs = await bundledPrograms(true, onEnd);
  const run = await killAndCompare(
    {
      seed: 20_261_121,
      notifications,
      kills,
      maxKills: kills,
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
  const { losses, history, wrongCounts, after, ownEnds } = run;
  expect(run.notifications).toBeGreaterThanOrEqual(notifications);
  expect(run.deliveries.duplicates).toBeGreaterThan(notifications / 20);
  expect(losses).toMatchObject({ lost: [], waiting: [], deadLettered: [], abandoned: 0 });
  expect(history).toMatchObject({ broken: [], stale: [], missing: [], invented: [] });
  expect(history.reported).toBeGreaterThan(notifications / 4);
  expect(wrongCounts).toEqual([]);
  expect(summarise(after)).toEqual([]);
  expect(ownEnds).toEqual([]);
}, 900_000);
