import { z } from "zod";
import { readParameters, respondSignedIn } from "@/app/api/_http/responses";
import { outcomeSchema, readTrackList } from "@/lib/features/tracking-requests/list-import/import-progress";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

type Context = { params: Promise<{ id: string }> };

const MAX_ROWS = 200;
const parametersSchema = z.object({
  outcome: outcomeSchema.nullable().default(null),
  offset: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(MAX_ROWS),
});

async function idOf({ params }: Context): Promise<string> {
  const id = z.uuid().safeParse((await params).id);
  if (!id.success) throw new AppError("not_found", "This list was not found.");
  return id.data;
}

/** The progress of a list, with some of its rows. See docs/api.md. */
export function GET(request: Request, context: Context): Promise<Response> {
  return respondSignedIn("dashboard", async (session) => {
    const range = readParameters(request, parametersSchema);
    return readTrackList(db(), session, await idOf(context), range);
  });
}
