import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { command } from "@/lib/auth/commands/command";
import type { Database } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { busySeconds } from "@/lib/tracking-client/retry-after";

const responseSchema = z.looseObject({ message: z.string().default("") });

/** Returns the refusal with a message for the user: the plan excludes refreshes, or the seconds to wait. */
async function asText(db: Database, error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  if (error.code === "not_allowed")
    return new AppError(
      "not_allowed",
      `Your plan doesn’t include refresh (service message: ${error.message}). Line and terminal updates still arrive automatically.`,
      { cause: error },
    );
  if (error.code !== "service_busy") return error;
  const retryAfterSeconds = await busySeconds(db, error, "refresh");
  const message = `Refresh limit for this minute reached. Retry in ${retryAfterSeconds}s.`;
  return new AppError("service_busy", message, { cause: error, retryAfterSeconds });
}

/**
 * Requests an immediate refresh of a container from line, terminal and railway, and schedules a refetch by a worker.
 * Returns the service's message. Throws AppError `not_allowed` when the plan excludes refreshes, and `service_busy`
 * with `retryAfterSeconds`. The cause of both is the service's own refusal.
 */
export const refreshContainer = command(
  { right: "dispatch", input: z.object({ containerId: z.string().min(1).max(200) }) },
  async (ctx, { containerId }): Promise<string> => {
    const record = { type: "container" as const, id: containerId };
    try {
      const path = pathOf("containers", containerId, "refresh");
      const { document } = await ctx.tracking.patchPlain(path, responseSchema);
      await recordDone(ctx, { action: "container.refresh_requested", record });
      await requestRefetch(ctx.db, record, null);
      return document.message;
    } catch (error) {
      throw await asText(ctx.db, error);
    }
  },
);
