import { z } from "zod";
import { JSON_API_MEDIA_TYPE } from "@/lib/contract/json-api";
import { operation } from "@/tracking-service/endpoints/operation";
import { otherResponse } from "@/tracking-service/json-api/document";
import { requireContainer } from "./own-container";

/**
 * Requests data from line, terminal and railway before it responds. At the time of the response, their data is stored
 * and queued in the outbox, even if the process ends. After tracking has stopped, nothing is requested.
 */
export const refreshContainer = operation({
  summary: "Asks every source of a container at once.",
  section: "interface.md, PATCH /containers/{id}/refresh; supplement.md, Endpoints",
  needs: "container_refresh",
  bucket: "refresh-container",
  success: {
    kind: "other",
    schema: z.strictObject({ message: z.string() }),
    mediaType: JSON_API_MEDIA_TYPE,
  },
  async handle({ service: { db, source, now }, account, param }) {
    const container = await requireContainer(db, account.id, param("id"));
    await source.ask(db, container.id, now());
    return otherResponse({ message: `Started refresh for ${container.number}` }, JSON_API_MEDIA_TYPE);
  },
});
