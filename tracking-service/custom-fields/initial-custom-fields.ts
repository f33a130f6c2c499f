import { randomUUID } from "node:crypto";
import { and, eq, inArray, isNotNull } from "drizzle-orm";
import { z } from "zod";
import { normalizeNumber } from "@/lib/contract/container-number";
import { shortText } from "@/tracking-service/json-api/body";
import { ApiError } from "@/tracking-service/json-api/errors";
import { customFieldDefinitions, customFields } from "@/tracking-service/store/custom-fields-schema";
import type { Reader, Transaction } from "@/tracking-service/store/database";
import {
  containers,
  type InitialCustomField,
  type InitialCustomFields,
  trackingRequests,
} from "@/tracking-service/store/schema";
import { type Entity, findDefinition } from "./field";
import { checkedValue } from "./values";

const entry = z.object({ api_slug: shortText, value: z.unknown() });
const entries = <Entry extends z.ZodType>(of: Entry) =>
  z.array(of).max(100, { error: "at most 100 entries" }).nullish();

/** The attribute initial_custom_fields of POST /tracking_requests (supplement-2.md, section 1). */
export const initialCustomFields = z.object({
  shipment: entries(entry),
  containers: entries(entry.extend({ number: shortText.nullish() })),
});

type Sent = z.infer<typeof entry> & { number?: string | null | undefined };

/** Runs a check of one entry; its refusal points at the entry. */
async function at<T>(pointer: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const pointed = error.errors.map((each) => ({
      ...each,
      source: { pointer: `${pointer}/${each.source?.pointer?.split("/").at(-1) ?? ""}` },
    }));
    throw new ApiError(error.status, pointed);
  }
}

async function checkedEntries(
  reader: Reader,
  accountId: string,
  type: Entity["type"],
  name: keyof InitialCustomFields,
  sent: readonly Sent[],
): Promise<InitialCustomField[]> {
  const checked: InitialCustomField[] = [];
  for (const [index, { api_slug, value, number }] of sent.entries()) {
    const pointer = `/data/attributes/initial_custom_fields/${name}/${index}`;
    const field = await at(pointer, async () => {
      const definition = await findDefinition(reader, accountId, type, api_slug);
      return { definitionId: definition.id, value: await checkedValue(reader, definition, value) };
    });
    checked.push({ ...field, number: number ? normalizeNumber(number) : null });
  }
  return checked;
}

/** Checks the values of a request. Null when it has none. 422 with a pointer at the entry. */
export async function checkInitialFields(
  reader: Reader,
  accountId: string,
  sent: z.infer<typeof initialCustomFields> | null | undefined,
): Promise<InitialCustomFields | null> {
  if (!sent) return null;
  return {
    shipment: await checkedEntries(reader, accountId, "Shipment", "shipment", sent.shipment ?? []),
    containers: await checkedEntries(reader, accountId, "Container", "containers", sent.containers ?? []),
  };
}

/**
 * Sets the initial custom fields that requests for this shipment named, on the shipment and its present containers. A
 * value that a record already has stays. Fields whose definition was deleted since are left out.
 */
export async function giveInitialFields(tx: Transaction, shipmentId: string, now: Date): Promise<void> {
  const r = trackingRequests;
  const requests = await tx
    .select({ accountId: r.accountId, keyId: r.createdByKeyId, fields: r.initialCustomFields })
    .from(r)
    .where(and(eq(r.shipmentId, shipmentId), isNotNull(r.initialCustomFields)));
  if (requests.length === 0) return;
  const present = await tx
    .select({ id: containers.id, number: containers.number })
    .from(containers)
    .where(eq(containers.shipmentId, shipmentId));
  for (const { accountId, keyId, fields } of requests) {
    if (!fields) continue;
    const values = [
      ...fields.shipment.map((field) => ({ ...field, entityId: shipmentId })),
      ...fields.containers.flatMap((field) =>
        present
          .filter(({ number }) => field.number === null || number === field.number)
          .map(({ id }) => ({ ...field, entityId: id })),
      ),
    ];
    if (values.length === 0) continue;
    const definitionIds = values.map(({ definitionId }) => definitionId);
    const known = await tx
      .select({ id: customFieldDefinitions.id })
      .from(customFieldDefinitions)
      .where(inArray(customFieldDefinitions.id, definitionIds))
      .for("share");
    const rows = values.filter(({ definitionId }) => known.some(({ id }) => id === definitionId));
    for (const { definitionId, value, entityId } of rows) {
      const row = { id: randomUUID(), accountId, definitionId, entityId, value, updatedByKeyId: keyId };
      await tx
        .insert(customFields)
        .values({ ...row, createdAt: now, updatedAt: now })
        .onConflictDoNothing();
    }
  }
}
