import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { containerRecord, named, partyRecord, roleRecord, shipmentRecord } from "@/lib/contract/fixtures";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import type { ShareSettings } from "@/lib/features/sharing/links/share-settings";
import { applyRecords } from "@/lib/mirror/apply/apply";
import { users } from "@/lib/platform/database/schema/schema";
import { openTestDashboard } from "@/lib/platform/database/test-dashboard-database";
import { listCustomerDocuments, listLinkDocuments } from "./shared-documents";

const NOW = new Date("2026-11-20T17:00:00Z");

let dashboard: Awaited<ReturnType<typeof openTestDashboard>>;
let ids: Record<"granted" | "without" | "other", string>;

type Linked = { cargos?: string[]; shipments?: string[] };

const document = (
  id: string,
  attributes: object,
  { cargos = [], shipments = [] }: Linked,
): JsonApiRecord => ({
  type: "document",
  id,
  attributes: {
    name: `${id}.pdf`,
    document_type: "delivery_order",
    content_type: "application/pdf",
    created_at: "2026-11-19T17:00:00Z",
    ...attributes,
  },
  relationships: {
    cargos: { data: cargos.map((each) => named("container", each)) },
    shipments: { data: shipments.map((each) => named("shipment", each)) },
  },
});

// "s-own" has two containers of the customer, "s-mixed" one of theirs and one of another customer.
const DOCUMENTS = [
  document("own", {}, { cargos: ["c-1"] }),
  document("whole-shipment", { document_type: "bill_of_lading" }, { shipments: ["s-own"] }),
  document("by-hand", { document_type: "other", document_type_manual: "packing_list" }, { cargos: ["c-1"] }),
  document("unreported-format", { content_type: null }, { cargos: ["c-1"] }),
  document("also-others", {}, { cargos: ["c-1", "c-4"] }),
  document("mixed-shipment", {}, { shipments: ["s-mixed"] }),
  document("also-unknown", {}, { cargos: ["c-1", "c-unknown"] }),
  document("invoice", { document_type: "freight_invoice" }, { cargos: ["c-1"] }),
  document("changed-type", { document_type_manual: "freight_invoice" }, { cargos: ["c-1"] }),
  document("untyped", { document_type: null }, { cargos: ["c-1"] }),
  document("page", { content_type: "text/html" }, { cargos: ["c-1"] }),
  document("mixed", {}, { cargos: ["c-3"] }),
  document("theirs", {}, { cargos: ["c-4"] }),
];

beforeAll(async () => {
  dashboard = await openTestDashboard();
  const container = (n: number, shipment: string) =>
    containerRecord(`c-${n}`, { number: `MSKU100000${n}` }, { shipment: named("shipment", shipment) });
  const records = [
    container(1, "s-own"),
    container(2, "s-own"),
    container(3, "s-mixed"),
    container(4, "s-mixed"),
    shipmentRecord("s-own", { bill_of_lading_number: "BLOWN" }),
    shipmentRecord("s-mixed", { bill_of_lading_number: "BLMIXED" }),
    partyRecord("p-mine", "Lakin"),
    partyRecord("p-other", "Other"),
    ...[1, 2, 3].map((n) => roleRecord(`r-${n}`, `c-${n}`, "p-mine")),
    roleRecord("r-4", "c-4", "p-other"),
    ...DOCUMENTS,
  ];
  await dashboard.db.transaction((tx) => applyRecords(tx, records, { asOf: NOW, notificationId: null }));
  const created = await dashboard.db
    .insert(users)
    .values([
      { email: "granted@example.com", role: "customer", partyIds: ["p-mine"], seesDocuments: true },
      { email: "without@example.com", role: "customer", partyIds: ["p-mine"] },
      { email: "other@example.com", role: "customer", partyIds: ["p-other"], seesDocuments: true },
    ])
    .returning();
  const idOf = (name: string) => created.find(({ email }) => email === `${name}@example.com`)?.id ?? "";
  ids = { granted: idOf("granted"), without: idOf("without"), other: idOf("other") };
});
afterAll(() => dashboard.close());

const ofCustomer = async (user: keyof typeof ids, container: string) =>
  (await listCustomerDocuments(dashboard.db, ids[user], container)).map(({ id }) => id).sort();

const ofLink = async (about: ShareSettings["about"], more: Partial<ShareSettings> = {}) => {
  const settings = { about, view: "customer" as const, documents: true, ...more };
  return (await listLinkDocuments(dashboard.db, settings, NOW)).map(({ id }) => id).sort();
};

describe("the documents of a customer", () => {
  it("are those of shareable types and formats that concern only the customer's containers", async () => {
    expect(await ofCustomer("granted", "c-1")).toEqual([
      "by-hand",
      "own",
      "unreported-format",
      "whole-shipment",
    ]);
    expect(await ofCustomer("granted", "c-2")).toEqual(["whole-shipment"]);
    expect(await ofCustomer("granted", "c-3")).toEqual(["mixed"]);
  });

  it("are none without the right, and none for another customer's container", async () => {
    expect(await ofCustomer("without", "c-1")).toEqual([]);
    expect(await ofCustomer("granted", "c-4")).toEqual([]);
    expect(await ofCustomer("other", "c-4")).toEqual(["theirs"]);
    expect(await ofCustomer("granted", "c\0")).toEqual([]);
  });

  it("have a name, kind, time and the numbers they concern, and nothing else", async () => {
    const [found] = (await listCustomerDocuments(dashboard.db, ids.granted, "c-2")).filter(
      ({ id }) => id === "whole-shipment",
    );
    expect(found).toEqual({
      id: "whole-shipment",
      name: "whole-shipment.pdf",
      kind: "Bill of lading",
      bytes: null,
      createdAt: "2026-11-19T17:00:00Z",
      about: ["BLOWN"],
    });
  });
});

describe("the documents of a link", () => {
  it("are those that concern only what the link shows", async () => {
    expect(await ofLink({ kind: "container", id: "c-1" })).toEqual(["by-hand", "own", "unreported-format"]);
    expect(await ofLink({ kind: "shipment", id: "s-own" })).toContain("whole-shipment");
    expect(await ofLink({ kind: "shipment", id: "s-mixed" })).toEqual(["mixed", "mixed-shipment", "theirs"]);
    expect(await ofLink({ kind: "board", address: "" })).toContain("also-others");
    expect(await ofLink({ kind: "board", address: "customer=Unknown" })).toEqual([]);
  });

  it("are none without the right and in the driver view", async () => {
    const about = { kind: "container" as const, id: "c-1" };
    expect(await ofLink(about, { documents: false })).toEqual([]);
    expect(await ofLink(about, { view: "driver" })).toEqual([]);
  });

  it("do not include a document that was deleted at the service", async () => {
    await dashboard.pool.query(
      `insert into seen_records (type, id, sync_run_id, deleted_upstream_at) values ('document', 'own', 1, now())
        on conflict (type, id) do update set deleted_upstream_at = now()`,
    );
    expect(await ofLink({ kind: "container", id: "c-1" })).toEqual(["by-hand", "unreported-format"]);
  });
});
