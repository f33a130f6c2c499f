import { z } from "zod";
import { readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { findRecords } from "@/lib/features/search/queries/find-records";
import { readFrom } from "@/lib/platform/database/read-replica";

const paramsSchema = z.object({ q: z.string().max(200).default("") });
/** Maximum number of results per kind. */
const EACH = 6;

/** The command palette's results for a text. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async ({ userId }) => {
    const { q } = readParameters(request, paramsSchema);
    return { matches: await readFrom((db) => findRecords(db, q, { reader: userId, each: EACH })) };
  });
}
