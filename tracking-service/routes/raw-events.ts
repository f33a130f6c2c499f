import { eq } from "drizzle-orm";
import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { pageResponse } from "@/tracking-service/json-api/document";
import { requestedIncluded } from "@/tracking-service/resources/included";
import { presentRawEvents } from "@/tracking-service/resources/raw-event-records";
import { containerRawEvents } from "@/tracking-service/store/sources-schema";
import { requireContainer } from "./own-container";

const list = operation({
  summary: "The carrier's own events of a container, past and estimated, in the carrier's order.",
  section: "supplement.md, GET /containers/{id}/raw_events",
  include: "raw_event",
  pageSize: 1_000,
  success: { kind: "list", type: "raw_event" },
  async handle({ service: { db }, account, param, page, include }) {
    const container = await requireContainer(db, account.id, param("id"));
    const [row] = await db
      .select()
      .from(containerRawEvents)
      .where(eq(containerRawEvents.containerId, container.id));
    const events = row ? presentRawEvents(row) : [];
    const resources = events.slice(page.offset, page.offset + page.size);
    return pageResponse(resources, await requestedIncluded(db, resources, include), events.length, page);
  },
});

export const rawEventEndpoints = [endpoint("/containers/{id}/raw_events", { get: list })];
