import type { PlantedFault } from "./planted-fault";

export const MIRROR_FAULTS: readonly PlantedFault[] = [
  {
    name: "an older report overwrites a newer fact",
    file: "lib/mirror/merge/merge.ts",
    source: "if (own < age || (own === age && observation.readUntil)) return false;",
    mistake: "if (own === age && observation.readUntil) return false;",
    tests: ["lib/mirror/apply/any-order.test.ts"],
  },
  {
    name: "of two reports in one batch the older one wins",
    file: "lib/mirror/merge/timestamped-records.ts",
    source: "a.asOf.getTime() - b.asOf.getTime()",
    mistake: "b.asOf.getTime() - a.asOf.getTime()",
    tests: ["lib/mirror/merge/timestamped-records.test.ts"],
  },
  {
    name: "a change that a late report made wrong stays in the history",
    file: "lib/mirror/merge/change-history.ts",
    source: "  await withdraw(tx, type, reported);\n",
    mistake: "",
    tests: ["lib/mirror/apply/apply.test.ts"],
  },
  {
    name: "an inland time is recorded with the port's time zone",
    file: "lib/mirror/merge/attribute-groups.ts",
    source: '  if (INLAND_ZONE.has(field)) return "final_destination_timezone";\n',
    mistake: "",
    tests: ["lib/mirror/apply/apply.test.ts"],
  },
  {
    name: "an event that is included with its container belongs to none",
    file: "lib/mirror/apply/apply-events.ts",
    source: 'relatedOne(record, "container")?.id ?? owners.get(record.id) ?? null',
    mistake: 'relatedOne(record, "container")?.id ?? null',
    tests: ["lib/mirror/apply/apply.test.ts"],
  },
  {
    name: "a list of roles that was requested before a write removes the new role",
    file: "lib/mirror/apply/party-role-lists.ts",
    source: "          and coalesce(party_role_fetches.written_at, '-infinity') < excluded.as_of\n",
    mistake: "",
    tests: ["lib/sync/records/container-roles.test.ts"],
  },
  {
    name: "a tracking request is dated by its report, not by its last update",
    file: "lib/mirror/apply/apply-tracking-requests.ts",
    source: 'instantOf(record.attributes, "updated_at") ?? record.asOf',
    mistake: "record.asOf",
    tests: ["lib/mirror/apply/apply.test.ts"],
  },
  {
    name: "a report is lost when another transaction inserts its record first",
    file: "lib/mirror/apply/apply-with-history.ts",
    source:
      "return raced.length ? [...applied, ...(await applyBatch(tx, table, raced, reported))] : applied;",
    mistake: "return applied;",
    tests: ["lib/mirror/board-rows/board-rows.test.ts"],
  },
  {
    name: "a follow-up that a user dropped is reopened with its hold",
    file: "lib/mirror/board-rows/close-follow-ups.ts",
    source: 'closed_because === "cleared")',
    mistake: "closed_because !== null)",
    tests: ["lib/mirror/board-rows/close-follow-ups.test.ts"],
  },
  {
    name: "an older map replaces a newer one",
    file: "lib/mirror/read-status.ts",
    source: "map = excluded.map, as_of = excluded.as_of\n    where held.as_of <= excluded.as_of`);",
    mistake: "map = excluded.map, as_of = excluded.as_of`);",
    tests: ["lib/features/containers/commands/refresh-supplementary.test.ts"],
  },
];
