import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { normalizeNumber } from "@/lib/dispatch/container-number";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemAnswer, pageAnswer } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { flagParameter, textParameter } from "@/tracking-service/json-api/query";
import { requireUuid } from "@/tracking-service/json-api/uuid";
import { collectIncluded } from "@/tracking-service/resources/included";
import { presentShipments } from "@/tracking-service/resources/journey-records";
import { many, type Resource } from "@/tracking-service/resources/resource";
import { listRoleIds } from "@/tracking-service/resources/roles";
import type { Database } from "@/tracking-service/store/database";
import { shipments } from "@/tracking-service/store/schema";

async function withRoles(db: Database, resources: Resource[]): Promise<Resource[]> {
  const roles = await listRoleIds(
    db,
    resources.map(({ id }) => id),
  );
  return resources.map((resource) => ({
    ...resource,
    relationships: {
      ...resource.relationships,
      party_roles: many("party_role", roles.get(resource.id) ?? []),
    },
  }));
}

const list = operation({
  summary: "Shipments of the account, newest created first.",
  section: "interface.md, GET /shipments",
  query: {
    number: textParameter,
    "filter[tracking_stopped]": flagParameter,
    "flag[parties]": flagParameter,
  },
  include: "shipment",
  pageSize: 30,
  success: { kind: "list", type: "shipment" },
  async handle({ service: { db }, account, query, page, include }) {
    const { number, "filter[tracking_stopped]": stopped } = query;
    const where = and(
      eq(shipments.accountId, account.id),
      number === undefined ? undefined : eq(shipments.requestNumber, normalizeNumber(number)),
      stopped === undefined ? undefined : (stopped ? isNotNull : isNull)(shipments.trackingStoppedAt),
    );
    const total = await db.$count(shipments, where);
    const rows = await db
      .select()
      .from(shipments)
      .where(where)
      .orderBy(desc(shipments.createdAt), desc(shipments.id))
      .limit(page.size)
      .offset(page.offset);
    const plain = await presentShipments(db, rows);
    const resources = query["flag[parties]"] ? await withRoles(db, plain) : plain;
    const included = include.length > 0 ? await collectIncluded(db, resources, include) : null;
    return pageAnswer(resources, included, total, page);
  },
});

const item = operation({
  summary: "One shipment.",
  section: "supplement.md, GET /shipments/{id}",
  include: "shipment",
  success: { kind: "item", type: "shipment" },
  async handle({ service: { db }, account, param, include, self }) {
    const rows = await db
      .select()
      .from(shipments)
      .where(and(eq(shipments.id, requireUuid(param("id"))), eq(shipments.accountId, account.id)));
    const [resource] = await presentShipments(db, rows);
    if (!resource) throw notFound();
    const included = include.length > 0 ? await collectIncluded(db, [resource], include) : null;
    return itemAnswer(resource, self, included);
  },
});

export const shipmentEndpoints = [
  endpoint("/shipments", { get: list }),
  endpoint("/shipments/{id}", { get: item }),
];
