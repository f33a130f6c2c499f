import { z } from "zod";
import { changeSignedIn, readJsonBody } from "@/app/api/answers";
import { db } from "@/lib/db/client";
import { keepBoardSettings } from "@/lib/desk-work/board-settings";

const bodySchema = z.object({ columns: z.string().max(1_000) });

/** Keeps how a person has the board, also while its page is being left: see docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return changeSignedIn("desk", request, async (session) => {
    await keepBoardSettings(db(), session, await readJsonBody(request, bodySchema, 10_000));
    return {};
  });
}
