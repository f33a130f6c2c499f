import { z } from "zod";
import { recordDone } from "@/lib/auth/audit/record-outcome";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { requestRefetch } from "@/lib/sync/fetch-queue/enqueue";
import { pathOf } from "@/lib/tracking-client/client";
import { clientForUser } from "@/lib/tracking-client/open-client";
import { busySeconds } from "@/lib/tracking-client/retry-after";

const responseSchema = z.looseObject({ message: z.string().default("") });

/** Returns the refusal with a message for the user: the plan excludes refreshes, or the seconds to wait. */
async function asText(error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  if (error.code === "not_allowed")
    return new AppError(
      "not_allowed",
      `Your plan doesn’t include refresh (service message: ${error.message}). Line and terminal updates still arrive automatically.`,
      { cause: error },
    );
  if (error.code !== "service_busy") return error;
  const retryAfterSeconds = await busySeconds(db(), error, "refresh");
  return new AppError(
    "service_busy",
    `Refresh limit for this minute reached. Retry in ${retryAfterSeconds} s.`,
    {
      cause: error,
      retryAfterSeconds,
    },
  );
}

/**
 * Requests an immediate refresh of a container from line, terminal and railway, and schedules a refetch by a worker.
 * Returns the service's message. Throws AppError `not_allowed` when the plan excludes refreshes, and `service_busy`
 * with `retryAfterSeconds`.
 */
export async function refreshContainer(containerId: string): Promise<string> {
  const by = await requireSession("dispatch");
  try {
    const path = pathOf("containers", containerId, "refresh");
    const { document } = await clientForUser().patchPlain(path, responseSchema);
    await recordDone(by, { action: "requested a refresh", record: { type: "container", id: containerId } });
    await requestRefetch(db(), { type: "container", id: containerId }, null);
    return document.message;
  } catch (error) {
    throw await asText(error);
  }
}
