import { FIELD_RECORDS } from "@/lib/contract/custom-field";
import type { JsonApiRecord } from "@/lib/contract/json-api";
import { applyResponses, forgetRecord } from "@/lib/mirror/apply/apply-response";
import type { RelatedType } from "@/lib/mirror/apply/apply-supplementary-records";
import type { RelatedRecord } from "@/lib/mirror/read-status";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { pathOf, type TrackingClient } from "@/lib/tracking-client/client";
import { eachPage } from "@/lib/tracking-client/pagination";
import type { Parameters } from "@/lib/tracking-client/types";

type Through = { db: Database; tracking: TrackingClient };

/**
 * Fetches the current record from the service and applies it to the mirror. For custom fields and documents, no
 * notification reports the changes of other users. Throws `not_found` with `gone` as its message when it no longer
 * exists, and removes it from the mirror.
 */
export async function freshRecord(
  { db, tracking }: Through,
  record: { type: RelatedType; id: string },
  { path, parameters = {}, gone }: { path: string; parameters?: Parameters; gone: string },
): Promise<JsonApiRecord> {
  try {
    const { document, sentAt } = await tracking.getItem(path, parameters);
    await applyResponses(db, [document.data, ...(document.included ?? [])], sentAt);
    return document.data;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    await forgetRecord(db, record.type, record.id);
    throw new AppError("not_found", gone);
  }
}

/** Returns the path of a record's custom fields. */
export const fieldsPath = ({ type, id }: RelatedRecord, ...parts: string[]): string =>
  pathOf(FIELD_RECORDS[type].folder, id, "custom_fields", ...parts);

/** Fetches a record's current custom fields from the service and applies them to the mirror. */
export async function freshFields(
  { db, tracking }: Through,
  record: RelatedRecord,
): Promise<JsonApiRecord[]> {
  const fields: JsonApiRecord[] = [];
  for await (const { document, sentAt } of eachPage(tracking, fieldsPath(record))) {
    await applyResponses(db, document.data, sentAt);
    fields.push(...document.data);
  }
  return fields;
}
