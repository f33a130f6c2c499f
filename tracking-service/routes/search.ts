import { endpoint, operation } from "@/tracking-service/endpoints/operation";
import { listResponse } from "@/tracking-service/json-api/document";
import { badRequest } from "@/tracking-service/json-api/errors";
import { textParameter } from "@/tracking-service/json-api/query";
import { findTerms } from "@/tracking-service/search/find-terms";
import { presentHits } from "@/tracking-service/search/search-results";

const MAX_HITS = 25;

/** 400 on the parameter when it has no search text (supplement-2.md, section 1). */
const search = operation({
  summary: "Shipments, containers and tracking requests by number or reference, in this order; 25 at most.",
  section: "supplement.md, GET /search",
  query: { query: textParameter },
  success: { kind: "list", type: "search_result" },
  async handle({ service: { db }, account, query: { query }, self }) {
    if (query === undefined) {
      throw badRequest("Bad Request", "query can't be blank.", { parameter: "query" });
    }
    const hits = await findTerms(db, account.id, query, MAX_HITS);
    return listResponse(await presentHits(db, hits), null, self);
  },
});

export const searchEndpoints = [endpoint("/search", { get: search })];
