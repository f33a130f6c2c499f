import { and, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import { WRITTEN_REQUEST_STATUSES } from "@/lib/contract/enums";
import type { QueryOf } from "@/tracking-service/endpoints/operation";
import { endParameter, instantParameter, textParameter } from "@/tracking-service/json-api/query";
import { trackingRequests } from "@/tracking-service/store/schema";

/** The parameters of GET /tracking_requests in addition to include and page (supplement.md). */
export const requestFilters = {
  q: textParameter,
  "filter[request_number]": textParameter,
  "filter[status]": z
    .enum(WRITTEN_REQUEST_STATUSES, { error: `must be ${WRITTEN_REQUEST_STATUSES.join(", ")}` })
    .transform((status) => (status === "created" ? "succeeded" : status))
    .optional(),
  "filter[scac]": z
    .string()
    .regex(/^[A-Za-z]{4}$/, { error: "must be a SCAC: four letters" })
    .transform((scac) => scac.toUpperCase())
    .optional(),
  "filter[created_at][start]": instantParameter,
  "filter[created_at][end]": endParameter,
  "filter[updated_at][start]": instantParameter,
  "filter[updated_at][end]": endParameter,
};

export type RequestFilters = QueryOf<typeof requestFilters>;

const r = trackingRequests;

/** Matches part of the number or of a reference number. Case is ignored, and in the number spaces and dashes too. */
function searched(text: string): SQL | undefined {
  const number = normalizeNumber(text);
  const inNumber = number === "" ? undefined : sql`position(${number} in ${r.normalizedNumber}) > 0`;
  const inReference = sql`exists (
    select from jsonb_array_elements_text(${r.refNumbers}) as reference
    where position(${text.toUpperCase()} in upper(reference)) > 0)`;
  return or(inNumber, inReference);
}

/** The condition that selects an account's requests by the parameters. */
export function whereRequests(accountId: string, filters: RequestFilters): SQL | undefined {
  const {
    q,
    "filter[request_number]": number,
    "filter[status]": status,
    "filter[scac]": scac,
    "filter[created_at][start]": createdFrom,
    "filter[created_at][end]": createdBefore,
    "filter[updated_at][start]": updatedFrom,
    "filter[updated_at][end]": updatedBefore,
  } = filters;
  return and(
    eq(r.accountId, accountId),
    q ? searched(q) : undefined,
    number ? eq(r.normalizedNumber, normalizeNumber(number)) : undefined,
    status ? eq(r.status, status) : undefined,
    scac ? eq(r.scac, scac) : undefined,
    createdFrom ? gte(r.createdAt, createdFrom) : undefined,
    createdBefore ? lt(r.createdAt, createdBefore) : undefined,
    updatedFrom ? gte(r.updatedAt, updatedFrom) : undefined,
    updatedBefore ? lt(r.updatedAt, updatedBefore) : undefined,
  );
}
