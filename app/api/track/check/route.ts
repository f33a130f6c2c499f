import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { MAX_LIST_ROWS } from "@/lib/features/tracking-requests/list-import/rules/rows";
import { listKnownNumbers } from "@/lib/features/tracking-requests/queries/tracked-numbers";

/** Room for the maximum number of rows in a list. */
const MAX_BYTES = 2_000_000;
const bodySchema = z.strictObject({
  numbers: z
    .array(z.strictObject({ key: z.string().min(1).max(100), scac: z.string().length(4).nullable() }))
    .max(MAX_LIST_ROWS),
});

/**
 * Returns the numbers that are already tracked; changes nothing. Uses a body because the numbers are too long for an
 * address.
 */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dispatch", request, async ({ db }) => {
    const { numbers } = await readJsonBody(request, bodySchema, MAX_BYTES);
    const readable = numbers.filter(({ key }) => !key.includes("\0"));
    return { known: await listKnownNumbers(db, readable) };
  });
}
