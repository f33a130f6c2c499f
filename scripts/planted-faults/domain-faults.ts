import type { PlantedFault } from "./planted-fault";

export const DOMAIN_FAULTS: readonly PlantedFault[] = [
  {
    name: "a last free day ends when it begins",
    file: "lib/domain/deadlines/gate-schedule.ts",
    source: "startOfLocalDay(addDays(on, 1), zone)",
    mistake: "startOfLocalDay(on, zone)",
    tests: ["lib/domain/deadlines/deadline.test.ts"],
  },
  {
    name: "the rail's last free day is read in the port's time zone",
    file: "lib/domain/deadlines/deadline.ts",
    source: '...entry("rail", rail, inlandZone, inland)',
    mistake: '...entry("rail", rail, port, inland)',
    tests: ["lib/domain/deadlines/deadline.test.ts"],
  },
  {
    name: "the day of gate out counts as a free day",
    file: "lib/domain/deadlines/per-diem.ts",
    source: "addDays(outOn, freeDays)",
    mistake: "addDays(outOn, freeDays - 1)",
    tests: ["lib/domain/deadlines/per-diem.test.ts"],
  },
  {
    name: "a pending hold stops the pickup",
    file: "lib/domain/readiness/holds.ts",
    source: 'return hold.status !== "pending";',
    mistake: 'return hold.status !== "released";',
    tests: ["lib/domain/readiness/readiness.test.ts"],
  },
  {
    name: "an availability that the terminal does not know counts as an answer",
    file: "lib/domain/readiness/readiness.ts",
    source: "return known === false ? null : (available ?? null);",
    mistake: "return known === null ? null : (available ?? null);",
    tests: ["lib/domain/readiness/readiness.test.ts"],
  },
  {
    name: "a total is added to the fees it sums",
    file: "lib/domain/charges/charges.ts",
    source: "isTotal && (itemised || totalled.has(currency))",
    mistake: "isTotal && totalled.has(currency)",
    tests: ["lib/domain/charges/charges.test.ts"],
  },
  {
    name: "a local time in the repeated hour is its second occurrence",
    file: "lib/domain/time/zoned-time.ts",
    source: "for (const from of [target - DAY_MS, target + DAY_MS])",
    mistake: "for (const from of [target + DAY_MS, target - DAY_MS])",
    tests: ["lib/domain/time/zoned-time.test.ts"],
  },
  {
    name: "a milestone of the same step replaces the reported status",
    file: "lib/domain/container/container-status.ts",
    source: "derivedStep(container, derived) > reportedStep(container, reported)",
    mistake: "derivedStep(container, derived) >= reportedStep(container, reported)",
    tests: ["lib/domain/container/container-status.test.ts"],
  },
  {
    name: "a held container stays near its deadline after the deadline",
    file: "lib/domain/board-row/queues.ts",
    source: "to: endsAt };",
    mistake: "to: null };",
    tests: ["lib/domain/board-row/queues.test.ts"],
  },
  {
    name: "the drift of an ETA ignores the actual arrival",
    file: "lib/domain/milestones/eta-deviation.ts",
    source: "const latest = facts.pod_ata_at ?? facts.pod_eta_at;",
    mistake: "const latest = facts.pod_eta_at ?? facts.pod_ata_at;",
    tests: ["lib/domain/milestones/eta-history.test.ts"],
  },
];
