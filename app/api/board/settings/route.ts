import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { keepBoardSettings, settingsChangeSchema } from "@/lib/features/board/commands/board-settings";

const bodySchema = settingsChangeSchema.pick({ columns: true }).required();

/** Saves a user's board settings, also while the page is being closed. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    keepBoardSettings,
    () => readJsonBody(request, bodySchema, 10_000),
    () => ({}),
  );
}
