import { eq } from "drizzle-orm";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { unlinkedPageResponse } from "@/tracking-service/json-api/document";
import { collectIncluded } from "@/tracking-service/resources/included";
import { presentRawEvents } from "@/tracking-service/resources/raw-event-records";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import { requireContainer } from "./own-container";

/** supplement-2.md, 4. raw_events: ports, vessels and terminals are included without a request. */
const UNASKED = [["location"], ["vessel"], ["terminal"]];

const list = operation({
  summary: "The carrier's own events of a container, past and estimated, in the carrier's order.",
  section: "supplement.md, GET /containers/{id}/raw_events",
  include: "raw_event",
  pageSize: 1_000,
  success: { kind: "list", type: "raw_event", included: true, unlinked: true },
  async handle({ service: { db }, account, param, page, include }) {
    const container = await requireContainer(db, account.id, param("id"));
    const [row] = await db
      .select()
      .from(containerRawEvents)
      .where(eq(containerRawEvents.containerId, container.id));
    const events = row ? presentRawEvents(row) : [];
    const resources = events.slice(page.offset, page.offset + page.size);
    const included = await collectIncluded(db, resources, [...UNASKED, ...include]);
    return unlinkedPageResponse(resources, included, events.length);
  },
});

export const rawEventEndpoints = [endpoint("/containers/{id}/raw_events", { get: list })];
