import { z } from "zod";
import { answerSignedIn, readParameters } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { findForPalette } from "@/lib/mirror/palette";

const paramsSchema = z.object({ q: z.string().max(200).default("") });

/** What the palette offers for a text: see docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return answerSignedIn("desk", async ({ userId }) => {
    const { q } = readParameters(request, paramsSchema);
    return { matches: await findForPalette(db(), q, userId) };
  });
}
