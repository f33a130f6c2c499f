import { z } from "zod";
import { requireSession } from "@/lib/auth/session";
import { db } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { clientForPerson } from "@/lib/tracking/account";
import { pathOf } from "@/lib/tracking/client";
import { askForRefetch } from "@/lib/webhooks/refetches";
import { busySeconds } from "./busy-seconds";
import { recordDone } from "./record-done";

const answerSchema = z.looseObject({ message: z.string().default("") });

/** A refusal in words for who asked: what the plan leaves out, how long to wait. */
async function inWords(error: unknown): Promise<unknown> {
  if (!(error instanceof AppError)) return error;
  if (error.code === "not_allowed")
    return new AppError(
      "not_allowed",
      `This account’s plan does not include asking for a refresh (the service says: ${error.message}). What line and terminal tell still comes by itself.`,
      { cause: error },
    );
  if (error.code !== "service_busy") return error;
  const seconds = await busySeconds(db(), error, "refresh");
  return new AppError(
    "service_busy",
    `All refreshes that the service allows the account within a minute are used up. Ask again in ${seconds} s.`,
    { cause: error },
  );
}

/**
 * Asks the service to ask line, terminal and railway of a box at once, and a worker to fetch what they said; answers
 * the service's own words. Throws AppError `not_allowed` where the plan leaves it out, and `service_busy` with the
 * seconds to wait in its words.
 */
export async function refreshContainer(containerId: string): Promise<string> {
  const by = await requireSession("dispatch");
  try {
    const path = pathOf("containers", containerId, "refresh");
    const { document } = await clientForPerson().patchPlain(path, answerSchema);
    await recordDone(by, { action: "asked for a refresh", record: { type: "container", id: containerId } });
    await askForRefetch(db(), { type: "container", id: containerId }, null);
    return document.message;
  } catch (error) {
    throw await inWords(error);
  }
}
