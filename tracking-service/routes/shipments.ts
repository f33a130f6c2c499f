import { desc, inArray } from "drizzle-orm";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { flagParameter } from "@/tracking-service/json-api/query";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { presentShipments, SHIPMENT_COLUMNS } from "@/tracking-service/resources/journey-records";
import { giveRoles } from "@/tracking-service/resources/roles";
import { shipments } from "@/tracking-service/store/schema";
import { requireShipment } from "./own-shipment";
import { edit, resume, stop } from "./shipment-changes";
import { SHIPMENT_FILTERS, shipmentsWhere } from "./shipment-filters";

const list = operation({
  summary: "Shipments of the account, newest created first.",
  section: "interface.md, GET /shipments",
  query: { ...SHIPMENT_FILTERS, "flag[parties]": flagParameter },
  include: "shipment",
  pageSize: 30,
  ignoresUnknownFilters: true,
  success: { kind: "list", type: "shipment" },
  async handle({ service: { db }, account, query, page, include }) {
    const where = await shipmentsWhere(db, account.id, query);
    const order = [desc(shipments.createdAt), desc(shipments.id)];
    // The ids come from the index only. Rows of earlier pages are not read.
    const ids = db
      .select({ id: shipments.id })
      .from(shipments)
      .where(where)
      .orderBy(...order)
      .limit(page.size)
      .offset(page.offset);
    const [total, rows] = await Promise.all([
      db.$count(shipments, where),
      db
        .select(SHIPMENT_COLUMNS)
        .from(shipments)
        .where(inArray(shipments.id, ids))
        .orderBy(...order),
    ]);
    const resources = await presentShipments(db, rows);
    if (query["flag[parties]"]) await giveRoles(db, resources);
    return pageResponse(resources, await requestedIncluded(db, resources, include), total, page);
  },
});

const item = operation({
  summary: "One shipment.",
  section: "supplement.md, GET /shipments/{id}",
  query: { "flag[parties]": flagParameter },
  include: "shipment",
  success: { kind: "item", type: "shipment" },
  async handle({ service: { db }, account, param, query, include, self }) {
    const row = await requireShipment(db, account.id, param("id"));
    const [resource] = await presentShipments(db, [row]);
    if (!resource) throw notFound();
    if (query["flag[parties]"]) await giveRoles(db, [resource]);
    return itemResponse(resource, self, await requestedIncluded(db, [resource], include));
  },
});

export const shipmentEndpoints = [
  endpoint("/shipments", { get: list }),
  endpoint("/shipments/{id}", { get: item, patch: edit }),
  endpoint("/shipments/{id}/stop_tracking", { patch: stop }),
  endpoint("/shipments/{id}/resume_tracking", { patch: resume }),
];
