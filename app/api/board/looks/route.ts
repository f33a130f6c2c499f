import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { saveLastSeen, seenRowsSchema } from "@/lib/features/board/commands/seen-rows";

/** Records the board rows that a user has seen, or marks all as seen. See docs/api.md. */
export function POST(request: Request): Promise<Response> {
  return respondToCommand(
    request,
    saveLastSeen,
    () => readJsonBody(request, seenRowsSchema, 100_000),
    (marked) => marked ?? {},
  );
}
