import { z } from "zod";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import { respondSignedIn } from "@/app/api/_http/responses";
import { findChangesOf } from "@/lib/features/board/queries/changed-containers";
import { factText } from "@/lib/features/board/rules/fact-text";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** The changes that a tooltip lists. */
const MAX_LINES = 5;

const inputSchema = z.object({ id: z.string().min(1).max(200), since: z.iso.datetime() });

/** The changes that mark a container for the user, as texts. See docs/api.md. */
export function GET(request: Request): Promise<Response> {
  return respondSignedIn("dashboard", async ({ userId }) => {
    const params = new URL(request.url).searchParams;
    const input = inputSchema.safeParse({ id: params.get("id"), since: params.get("since") });
    if (!input.success) throw new AppError("bad_input", "id: a container’s id; since: an instant in UTC");
    const since = new Date(input.data.since);
    const [found, locale] = await Promise.all([
      findChangesOf(db(), userId, { id: input.data.id, since }),
      readViewerLocale(),
    ]);
    if (!found) return { changes: [], more: 0 };
    const { row, changes } = found;
    const now = new Date();
    return {
      changes: changes.slice(0, MAX_LINES).map((change) => factText(locale, change, row, now)),
      more: Math.max(0, changes.length - MAX_LINES),
    };
  });
}
