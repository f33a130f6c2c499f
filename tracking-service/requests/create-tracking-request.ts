import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { isValidContainerNumber, normalizeNumber } from "@/lib/contract/container-number";
import { REQUEST_TYPES } from "@/lib/contract/enums";
import type { Account } from "@/tracking-service/accounts/authenticate";
import { requireAllowance } from "@/tracking-service/accounts/container-allowance";
import {
  checkInitialFields,
  initialCustomFields,
} from "@/tracking-service/custom-fields/initial-custom-fields";
import { shortText, shortTexts } from "@/tracking-service/json-api/body";
import { unprocessableValue } from "@/tracking-service/json-api/errors";
import { isUuid } from "@/tracking-service/json-api/uuid";
import type { Source } from "@/tracking-service/sources/source";
import type { Database } from "@/tracking-service/store/database";
import { parties, trackingRequests } from "@/tracking-service/store/schema";
import { refuseDuplicate } from "./active-duplicate";
import { checkScac } from "./check-scac";
import { BILL, detectedScac } from "./infer-number";

/** The channel that wakes the resolver of tracking requests. */
export const REQUESTS_CHANNEL = "requests";

/** The body of POST /tracking_requests. */
export const createSchema = z.object({
  data: z.object({
    type: z.literal("tracking_request"),
    attributes: z.object({
      request_number: shortText,
      request_type: z.enum(REQUEST_TYPES),
      scac: shortText.nullish(),
      auto_detect_vocc_scac: z.boolean().nullish(),
      ref_numbers: shortTexts.nullish(),
      shipment_tags: shortTexts.nullish(),
      initial_custom_fields: initialCustomFields.nullish(),
    }),
    relationships: z
      .object({
        customer: z
          .object({ data: z.object({ type: z.literal("party"), id: z.string() }).nullable() })
          .optional(),
      })
      .nullish(),
  }),
});

type Attributes = z.infer<typeof createSchema>["data"]["attributes"];

/** The live service accepts no shorter number. */
const SHORTEST = 6;
const NUMBER = { pointer: "/data/attributes/request_number" };
const CUSTOMER = { pointer: "/data/relationships/customer" };

function checkNumber({ request_number: number, request_type: type }: Attributes): void {
  if (number === "") throw unprocessableValue("Request number can't be blank", NUMBER, "blank");
  if (normalizeNumber(number).length < SHORTEST) {
    const detail = `Request number is too short (minimum is ${SHORTEST} characters)`;
    throw unprocessableValue(detail, NUMBER, "too_short");
  }
  if (type === "container" && !isValidContainerNumber(number)) {
    const detail =
      "Not a container number: four letters and seven digits, the last of which checks the others.";
    throw unprocessableValue(detail, NUMBER, "invalid");
  }
  if (type !== "container" && !BILL.test(normalizeNumber(number))) {
    const detail = `A BOL or booking number has ${SHORTEST} to 35 letters and digits.`;
    throw unprocessableValue(detail, NUMBER, "invalid");
  }
}

async function checkCustomer(
  db: Database,
  accountId: string,
  id: string | undefined,
): Promise<string | null> {
  if (id === undefined) return null;
  const own = isUuid(id)
    ? await db
        .select({ id: parties.id })
        .from(parties)
        .where(and(eq(parties.id, id), eq(parties.accountId, accountId)))
    : [];
  if (own.length > 0) return id;
  throw unprocessableValue("The customer is not a party of this account.", CUSTOMER, "invalid");
}

/**
 * Stores a tracking request, pending until the carrier responds (interface.md, POST /tracking_requests). 422 on
 * /data/attributes/request_number or /scac, or /data/relationships/customer. 403 beyond the plan's container allowance.
 */
export async function createTrackingRequest(
  { db, source, now }: { db: Database; source: Source; now: Date },
  account: Pick<Account, "id" | "keyId" | "plan">,
  { data: { attributes, relationships } }: z.output<typeof createSchema>,
): Promise<typeof trackingRequests.$inferSelect> {
  const { id: accountId, keyId } = account;
  checkNumber(attributes);
  const scac = await checkScac(db, source, {
    scac: attributes.scac ?? null,
    detect: attributes.auto_detect_vocc_scac ?? false,
    requestType: attributes.request_type,
  });
  const customerId = await checkCustomer(db, accountId, relationships?.customer?.data?.id);
  const id = randomUUID();
  const requestNumber = attributes.request_number;
  const normalizedNumber = normalizeNumber(requestNumber);
  const carrier = scac ?? detectedScac(source, normalizedNumber);
  return db.transaction(async (tx) => {
    await refuseDuplicate(tx, { accountId, requestNumber, normalizedNumber }, carrier);
    await requireAllowance(tx, account);
    const initialFields = await checkInitialFields(tx, accountId, attributes.initial_custom_fields);
    const [row] = await tx
      .insert(trackingRequests)
      .values({
        id,
        accountId,
        requestNumber,
        normalizedNumber,
        requestType: attributes.request_type,
        scac,
        autoDetectScac: attributes.auto_detect_vocc_scac ?? false,
        refNumbers: attributes.ref_numbers ?? [],
        shipmentTags: attributes.shipment_tags ?? [],
        initialCustomFields: initialFields,
        customerId,
        createdByKeyId: keyId,
        status: "pending",
        nextAttemptAt: new Date(now.getTime() + source.responseDelayMs(id)),
        createdAt: now,
        updatedAt: now,
      })
      .returning();
    await tx.execute(sql`select pg_notify(${REQUESTS_CHANNEL}, '')`);
    if (!row) throw new Error("the tracking request was not stored");
    return row;
  });
}
