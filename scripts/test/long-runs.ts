/** A command of `npm run test:long`: arguments of npm and what its environment has in addition. */
export interface LongRun {
  name: string;
  args: string[];
  env?: Record<string, string>;
}

const REPLICA = ["lib/platform/database/read-replica.test.ts"];
/** What takes over from another process: restored systems, workers after a pause, claims after their lease. */
const TAKE_OVER = [
  "scripts/backup/backup.test.ts",
  "scripts/backup/commands.test.ts",
  "tracking-service/deliveries/restored.test.ts",
  "lib/features/webhooks/registration/restored-webhook.test.ts",
  "lib/sync/fetch-queue/fetch-next.test.ts",
  "worker.test.ts",
];

const npm = (name: string, ...args: string[]): LongRun => ({
  name,
  args: ["run", name, ...(args.length > 0 ? ["--", ...args] : [])],
});

/** The runs of which `npm test` has a short form or no form, the quickest first. */
export const LONG_RUNS: readonly LongRun[] = [
  npm("test:timing"),
  npm("test:monitoring"),
  npm("test:access"),
  npm("test:image"),
  npm("test:upgrade"),
  npm("test:backup"),
  { ...npm("test:unit", ...REPLICA), name: "replica" },
  { ...npm("test:unit", ...TAKE_OVER), name: "take-over" },
  { ...npm("test:e2e", "e2e/instances.spec.ts"), name: "instances" },
  npm("test:pooler"),
  npm("test:hostile"),
  { ...npm("test:unit", "bench/faults/short.test.ts"), name: "faults", env: { LONG_TESTS: "1" } },
  {
    ...npm("test:unit", "e2e/dev/same-build.long.test.ts"),
    name: "same build",
    env: { LONG_TESTS: "1" },
  },
  npm("bench:soak", "--minutes", "2"),
  npm("test:service:kill"),
  npm("test:service"),
  npm("test:fuzz"),
  { ...npm("test:e2e", "--grep", "@long"), name: "test:e2e @long" },
  npm("bench:faults"),
  npm("test:moments"),
  npm("test:e2e:large"),
  npm("test:track"),
  npm("test:service:slow"),
];
