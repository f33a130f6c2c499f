import { z } from "zod";
import { readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { findForPalette } from "@/lib/features/search/queries/quick-open";
import { db } from "@/lib/platform/database/client";

const paramsSchema = z.object({ q: z.string().max(200).default("") });

/** The command palette's results for a text. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async ({ userId }) => {
    const { q } = readParameters(request, paramsSchema);
    return { matches: await findForPalette(db(), q, userId) };
  });
}
