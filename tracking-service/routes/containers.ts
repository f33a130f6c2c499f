import { and, count, desc, eq, inArray, like, or, type SQL, sql } from "drizzle-orm";
import { normalizeNumber } from "@/lib/contract/container-number";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { itemResponse, pageResponse } from "@/tracking-service/json-api/document";
import { notFound } from "@/tracking-service/json-api/errors";
import { textParameter } from "@/tracking-service/json-api/query";
import { requestedIncluded } from "@/tracking-service/resources/included";
import {
  CONTAINER_COLUMNS,
  presentContainers,
  presentTransportEvents,
} from "@/tracking-service/resources/journey-records";
import { prepared } from "@/tracking-service/store/prepared";
import { containers, transportEvents } from "@/tracking-service/store/schema";
import { editContainer } from "./containers-edit";
import { refreshContainer } from "./containers-refresh";
import { CUSTOMER_FILTERS, customerWhere } from "./customer-filters";
import { requireContainer } from "./own-container";

/** The query is built once but planned on each execution, because the best plan depends on the depth of the page. */
const UNNAMED = "";

function listingOf(where: SQL | undefined) {
  const order = [desc(containers.refreshedAt), desc(containers.id)];
  return {
    total: prepared((reader) =>
      reader.select({ rows: count() }).from(containers).where(where).prepare(UNNAMED),
    ),
    page: prepared((reader) => {
      // The ids come from the index only. Rows of earlier pages are not read.
      const ids = reader
        .select({ id: containers.id })
        .from(containers)
        .where(where)
        .orderBy(...order)
        .limit(sql.placeholder("size"))
        .offset(sql.placeholder("offset"));
      const own = reader.select(CONTAINER_COLUMNS).from(containers).where(inArray(containers.id, ids));
      return own.orderBy(...order).prepare(UNNAMED);
    }),
  };
}

const ofAccount = eq(containers.accountId, sql.placeholder("accountId"));
const ALL = listingOf(ofAccount);
const hasNumber = eq(containers.number, sql.placeholder("number"));
const BY_NUMBER = listingOf(and(ofAccount, hasNumber));

const list = operation({
  summary: "Containers of the account, most recently refreshed first.",
  section: "interface.md, GET /containers; supplement.md, Endpoints",
  query: { "filter[number]": textParameter, ...CUSTOMER_FILTERS, "filter[customer_name]": textParameter },
  include: "container",
  pageSize: 30,
  ignoresUnknownFilters: true,
  success: { kind: "list", type: "container" },
  async handle({ service: { db }, account, query, page, include }) {
    const number = query["filter[number]"];
    const ofCustomer = customerWhere(containers.shipmentId, query);
    const byCustomer = () =>
      listingOf(and(ofAccount, number === undefined ? undefined : hasNumber, ofCustomer));
    const listing = ofCustomer ? byCustomer() : number === undefined ? ALL : BY_NUMBER;
    const values = { accountId: account.id, number: normalizeNumber(number ?? "") };
    const [[total], rows] = await Promise.all([
      listing.total(db).execute(values),
      listing.page(db).execute({ ...values, size: page.size, offset: page.offset }),
    ]);
    const resources = await presentContainers(db, rows);
    return pageResponse(resources, await requestedIncluded(db, resources, include), total?.rows ?? 0, page);
  },
});

const item = operation({
  summary: "One container.",
  section: "supplement.md, GET /containers/{id}",
  include: "container",
  success: { kind: "item", type: "container" },
  async handle({ service: { db }, account, param, include, self }) {
    const row = await requireContainer(db, account.id, param("id"));
    const resources = await presentContainers(db, [row]);
    const [resource] = resources;
    if (!resource) throw notFound();
    return itemResponse(resource, self, await requestedIncluded(db, resources, include));
  },
});

/** supplement-2.md, 7. transport_events list: milestones, deadlines, appointments and inland estimates. */
const LISTED = or(
  eq(transportEvents.milestone, true),
  like(transportEvents.event, "container.pickup\\_%"),
  eq(transportEvents.event, "container.transport.estimated.arrived_at_inland_destination"),
);

const events = operation({
  summary: "Past, vetted milestones of a container and changes of its deadlines, newest first.",
  section: "supplement.md, GET /containers/{id}/transport_events",
  include: "transport_event",
  pageSize: 1_000,
  success: { kind: "list", type: "transport_event" },
  async handle({ service: { db }, account, param, page, include }) {
    const container = await requireContainer(db, account.id, param("id"));
    const where = and(eq(transportEvents.containerId, container.id), LISTED);
    const total = await db.$count(transportEvents, where);
    const rows = await db
      .select()
      .from(transportEvents)
      .where(where)
      .orderBy(desc(transportEvents.createdAt), desc(transportEvents.happenedAt), desc(transportEvents.id))
      .limit(page.size)
      .offset(page.offset);
    const resources = presentTransportEvents(rows);
    return pageResponse(resources, await requestedIncluded(db, resources, include), total, page);
  },
});

export const containerEndpoints = [
  endpoint("/containers", { get: list, patch: editContainer }),
  endpoint("/containers/{id}", { get: item }),
  endpoint("/containers/{id}/refresh", { patch: refreshContainer }),
  endpoint("/containers/{id}/transport_events", { get: events }),
];
