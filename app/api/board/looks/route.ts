import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { noteAllSeen, saveLastSeen } from "@/lib/features/board/commands/seen-rows";
import { db } from "@/lib/platform/database/client";

const MAX_SEEN = 500;
const bodySchema = z.union([
  z.object({
    seen: z.array(z.object({ id: z.string().min(1).max(200), at: z.iso.datetime() })).max(MAX_SEEN),
  }),
  z.object({ all: z.literal(true) }),
]);

/** Records the board rows that a user has seen. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dashboard", request, async (session) => {
    const body = await readJsonBody(request, bodySchema, 100_000);
    if ("all" in body) await noteAllSeen(db(), session);
    else await saveLastSeen(db(), session, body.seen);
    return {};
  });
}
