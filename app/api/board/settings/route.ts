import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/_http/responses";
import { keepBoardSettings } from "@/lib/features/board/commands/board-settings";
import { db } from "@/lib/platform/database/client";

const bodySchema = z.object({ columns: z.string().max(1_000) });

/** Saves a user's board settings, also while the page is being closed. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("dashboard", request, async (session) => {
    await keepBoardSettings(db(), session, await readJsonBody(request, bodySchema, 10_000));
    return {};
  });
}
