import type { PlantedFault } from "./planted-fault";

export const INGEST_FAULTS: readonly PlantedFault[] = [
  {
    name: "any signature of the right length is accepted",
    file: "lib/ingest/signature.ts",
    source: "expected.length === claimed.length && timingSafeEqual(expected, claimed)",
    mistake: "expected.length === claimed.length",
    tests: ["lib/ingest/signature.test.ts"],
  },
  {
    name: "a delivery signed with a rotated secret is refused",
    file: "lib/ingest/receive.ts",
    source: "await secrets.reload()",
    mistake: "await secrets.current()",
    tests: ["app/api/webhooks/tracking/route.test.ts"],
  },
  {
    name: "cookies of a delivery are stored",
    file: "lib/ingest/delivery.ts",
    source: '["authorization", "proxy-authorization", "cookie"]',
    mistake: '["authorization", "proxy-authorization"]',
    tests: ["lib/ingest/inbox.test.ts"],
  },
  {
    name: "a repeated delivery is stored again",
    file: "lib/ingest/inbox.ts",
    source: "on conflict (notification_id) do nothing",
    mistake: "on conflict (notification_id) do update set body = excluded.body, processed_at = null",
    tests: ["lib/ingest/process.test.ts"],
  },
  {
    name: "a delivery is accepted before it is stored",
    file: "lib/ingest/inbox.ts",
    source: "      await insertArrivals(",
    mistake: "      void insertArrivals(",
    tests: ["lib/ingest/inbox.test.ts"],
  },
  {
    name: "a notification is dead-lettered one attempt too late",
    file: "lib/ingest/claim.ts",
    source: "maxAttempts: 8",
    mistake: "maxAttempts: 9",
    tests: ["lib/ingest/process.test.ts"],
  },
  {
    name: "a failed notification is retried without a pause",
    file: "lib/ingest/claim.ts",
    source: "pauseSeconds: doublingPause(300)",
    mistake: "pauseSeconds: () => 0",
    tests: ["lib/ingest/process.test.ts"],
  },
  {
    name: "the archive of a month is dropped while it holds newer deliveries",
    file: "lib/platform/database/month-partitions.ts",
    source: "monthOf(month, 1) <= end",
    mistake: "month <= end",
    tests: ["lib/ingest/archive.test.ts"],
  },
  {
    name: "a sender chooses its own address by a forwarded header",
    file: "lib/ingest/sender-addresses.ts",
    source: '?.split(",").at(-1)',
    mistake: '?.split(",").at(0)',
    tests: ["lib/ingest/sender-addresses.test.ts"],
  },
  {
    name: "a changeset creates a container that is not in the mirror",
    file: "lib/ingest/apply-notifications.ts",
    source: "changeset && known.has(changeset.id) ? [changeset] : []",
    mistake: "changeset ? [changeset] : []",
    tests: ["lib/ingest/process.test.ts"],
  },
];
