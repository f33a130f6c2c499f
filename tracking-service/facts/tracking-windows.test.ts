import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ensureAccount } from "@/tracking-service/accounts/authenticate";
import { DAY_MS, iso } from "@/tracking-service/clock/instant";
import type { Store } from "@/tracking-service/store/database";
import { containers, shipments } from "@/tracking-service/store/schema";
import { openTestStore } from "@/tracking-service/testing/service-database";
import {
  blankContainer,
  blankShipment,
  type ContainerFacts,
  NO_SHIPMENT_PLACES,
  type ShipmentFacts,
} from "./attributes";
import { resumeTracking } from "./tracking-stop";
import { stopPastWindows } from "./tracking-windows";

const NOW = Date.parse("2026-11-21T09:00:00Z");
const ago = (days: number) => iso(NOW - days * DAY_MS);

let store: Store;
let accountId: string;

beforeAll(async () => {
  store = await openTestStore();
  accountId = (await ensureAccount(store.db, "Windows", false)).id;
});
let shipmentId: string;
beforeEach(() => {
  shipmentId = randomUUID();
});
afterAll(async () => {
  await store.close();
});

async function shipment(facts: Partial<ShipmentFacts>, windows: Partial<ContainerFacts>[] = [{}]) {
  const numbers = { bill_of_lading_number: "MAEU1", normalized_number: "1", created_at: ago(90) };
  const received = { line_tracking_last_succeeded_at: ago(1) };
  await store.db.insert(shipments).values({
    id: shipmentId,
    accountId,
    billOfLadingNumber: "MAEU1",
    createdAt: new Date(NOW - 90 * DAY_MS),
    attributes: { ...blankShipment(numbers), ...received, ...facts },
    places: NO_SHIPMENT_PLACES,
  });
  for (const [place, container] of windows.entries()) {
    await store.db.insert(containers).values({
      id: randomUUID(),
      accountId,
      shipmentId,
      number: `MSKU480796${place}`,
      status: "new",
      offDock: false,
      createdAt: new Date(NOW),
      refreshedAt: new Date(NOW),
      attributes: { ...blankContainer("MSKU4807969", ago(90)), ...container },
      places: { pod_terminal: null, pickup_facility: null },
    });
  }
}

async function reasonAt(ms: number): Promise<string | null | undefined> {
  await stopPastWindows(store.db, new Date(ms));
  const [row] = await store.db.select().from(shipments).where(eq(shipments.id, shipmentId));
  return row?.attributes.line_tracking_stopped_reason;
}

describe("tracking windows", () => {
  it.each<[string | null, string, Partial<ShipmentFacts>, Partial<ContainerFacts>[]]>([
    [null, "arrived less than 56 days ago", { pod_ata_at: ago(55.9) }, [{}]],
    ["past_arrival_window", "arrived 56 days ago", { pod_ata_at: ago(56) }, [{}]],
    [
      "past_arrival_window",
      "one container still in",
      { pod_ata_at: ago(80) },
      [{ pod_full_out_at: ago(70) }, {}],
    ],
    ["past_arrival_window", "no container at all", { pod_ata_at: ago(57) }, []],
    [
      null,
      "the last container out not long ago",
      { pod_ata_at: ago(80) },
      [{ pod_full_out_at: ago(70) }, { pod_full_out_at: ago(20) }],
    ],
    ["past_full_out_window", "all containers out", { pod_ata_at: ago(80) }, [{ pod_full_out_at: ago(56) }]],
    [
      "past_full_out_window",
      "out inland",
      { pod_ata_at: ago(80) },
      [{ final_destination_full_out_at: ago(57) }],
    ],
    [null, "heard of 55 days ago", { line_tracking_last_succeeded_at: ago(55) }, [{}]],
    ["no_updates_at_line", "silent", { line_tracking_last_succeeded_at: ago(56) }, [{}]],
    [
      null,
      "silent after the arrival",
      { pod_ata_at: ago(30), line_tracking_last_succeeded_at: ago(60) },
      [{}],
    ],
    [null, "never heard of", { line_tracking_last_succeeded_at: null }, [{}]],
  ])("%s: %s", async (reason, _why, facts, windows) => {
    await shipment(facts, windows);
    expect(await reasonAt(NOW)).toBe(reason);
  });

  it("restart at a resumption", async () => {
    await shipment({ pod_ata_at: ago(60) });
    expect(await reasonAt(NOW)).toBe("past_arrival_window");
    await store.db.transaction((tx) => resumeTracking(tx, shipmentId, new Date(NOW)));
    expect(await reasonAt(NOW + 55 * DAY_MS)).toBeNull();
    expect(await reasonAt(NOW + 56 * DAY_MS)).toBe("past_arrival_window");
  });

  it("are found by index among many", async () => {
    const plan = await store.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      return tx.execute(sql`
        explain select id from shipments where tracking_stopped_at is null
          and attributes ->> 'pod_ata_at' is not null and attributes ->> 'pod_ata_at' <= ${ago(56)}`);
    });
    expect(JSON.stringify(plan.rows)).toContain("shipments_arrived");
  });
});
