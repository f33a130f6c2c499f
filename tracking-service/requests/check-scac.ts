import { and, eq, or, sql } from "drizzle-orm";
import { z } from "zod";
import type { RequestType } from "@/lib/contract/enums";
import { unprocessableValue } from "@/tracking-service/json-api/errors";
import type { Source } from "@/tracking-service/sources/source";
import type { Reader } from "@/tracking-service/store/database";
import { catalogue } from "@/tracking-service/store/schema";

const SCAC = { pointer: "/data/attributes/scac" };

const lineSchema = z.object({
  bill_of_lading_tracking_support: z.boolean(),
  booking_number_tracking_support: z.boolean(),
  container_number_tracking_support: z.boolean(),
});

const SUPPORT = {
  bill_of_lading: ["bill_of_lading_tracking_support", "bill of lading"],
  booking_number: ["booking_number_tracking_support", "booking number"],
  container: ["container_number_tracking_support", "container number"],
} as const satisfies Record<RequestType, readonly [keyof z.infer<typeof lineSchema>, string]>;

/** The shipping line of this SCAC, its own or one it took over, with the number types it supports. */
async function findLine(reader: Reader, scac: string) {
  const [row] = await reader
    .select({ scac: catalogue.code, attributes: catalogue.attributes })
    .from(catalogue)
    .where(
      and(
        eq(catalogue.type, "shipping_line"),
        or(eq(catalogue.code, scac), sql`${catalogue.attributes} -> 'alternative_scacs' ? ${scac}`),
      ),
    )
    .limit(1);
  return row ? { scac: row.scac ?? scac, support: lineSchema.parse(row.attributes) } : null;
}

/**
 * Returns the line's own SCAC for the code in a request. Null when the carrier must be detected. 422 on
 * /data/attributes/scac with one of these codes: blank, not_recognized (no line has it), or not_supported (the line
 * supports no requests, or not for this number type).
 */
export async function checkScac(
  reader: Reader,
  source: Source,
  requested: { scac: string | null; detect: boolean; requestType: RequestType },
): Promise<string | null> {
  if (!requested.scac) {
    if (requested.detect) return null;
    throw unprocessableValue("Scac can't be blank", SCAC, "blank");
  }
  const code = requested.scac.toUpperCase();
  const line = await findLine(reader, code);
  const supported = source.supports(code);
  if (!line && !supported) {
    throw unprocessableValue(`Scac '${requested.scac}' is not recognized`, SCAC, "not_recognized");
  }
  const [attribute, text] = SUPPORT[requested.requestType];
  if (!supported || line?.support[attribute] === false) {
    const detail = `${code} is not a carrier this service can ask by ${text}.`;
    throw unprocessableValue(detail, SCAC, "not_supported");
  }
  return line?.scac ?? code;
}
