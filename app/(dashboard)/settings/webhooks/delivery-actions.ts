"use server";

import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { isForm, understoodError } from "@/app/_http/known-error";
import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import {
  DELIVERIES_A_PAGE,
  type DeliveryResponse,
  type TestState,
} from "@/components/webhooks/webhooks-data";
import type { CommandContext } from "@/lib/auth/commands/command";
import { sessionContext } from "@/lib/auth/commands/session-context";
import { requireSession } from "@/lib/auth/sign-in/current-session";
import {
  findInDeliveryLog,
  type LogPage,
  readDeliveryLog,
} from "@/lib/features/webhooks/commands/read-delivery-log";
import { sendTestDelivery } from "@/lib/features/webhooks/commands/send-test-delivery";
import { RECEIVED_STATES } from "@/lib/features/webhooks/queries/received-deliveries";
import { plainText } from "@/lib/platform/database/storable-id";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";
import { comparedRow } from "./delivery-rows";
import { readReceived } from "./read-webhooks-page";

const MAX_OFFSET = 1_000_000;
const offset = z.number().int().min(0).max(MAX_OFFSET);
const logSchema = z.union([z.object({ offset }), z.object({ id: plainText(500).min(1) })]);
const receivedSchema = z.object({ state: z.enum(RECEIVED_STATES), offset });

/** The message that explains a failure to the user. */
function problemOf(thrown: unknown): string {
  unstable_rethrow(thrown);
  const error = understoodError(thrown);
  if (error instanceof AppError) return error.message;
  logger("action").error({ err: error }, "action failed");
  return "Something went wrong. Try again in a few seconds.";
}

async function asPage({ readAt, page, total, deliveries }: LogPage): Promise<DeliveryResponse> {
  const reader = { now: new Date(readAt), locale: await readViewerLocale() };
  const rows = deliveries.map((delivery) => comparedRow(delivery, reader));
  return { page: { readAt, offset: (page - 1) * DELIVERIES_A_PAGE, total, rows }, problem: null };
}

async function findOne(ctx: CommandContext, id: string): Promise<DeliveryResponse> {
  try {
    return await asPage(await findInDeliveryLog(ctx, { id }));
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found")
      return { page: null, problem: "No notification with this ID in the service’s log." };
    throw error;
  }
}

/** Reads a page of the service's delivery log, or one notification of it. Uses one request to the service. */
export async function readLogAction(
  requested: { offset: number } | { id: string },
): Promise<DeliveryResponse> {
  try {
    const ctx = await sessionContext(readDeliveryLog.right);
    const read = logSchema.parse(requested);
    if ("id" in read) return await findOne(ctx, read.id);
    const page = Math.floor(read.offset / DELIVERIES_A_PAGE) + 1;
    return await asPage(await readDeliveryLog(ctx, { page, size: DELIVERIES_A_PAGE }));
  } catch (error) {
    return { page: null, problem: problemOf(error) };
  }
}

/** Reads a page of the deliveries that Drayboard received. */
export async function listReceivedAction(requested: {
  state: "any" | "waiting" | "dead_lettered";
  offset: number;
}): Promise<DeliveryResponse> {
  try {
    await requireSession("administer");
    return { page: await readReceived(receivedSchema.parse(requested)), problem: null };
  } catch (error) {
    return { page: null, problem: problemOf(error) };
  }
}

/** Requests a sample delivery from the service. Fields: `id` of the webhook, `event`. */
export async function sendTestAction(_previous: TestState, form: FormData): Promise<TestState> {
  try {
    const ctx = await sessionContext(sendTestDelivery.right);
    const requested = isForm(form) ? Object.fromEntries(form) : {};
    return { outcome: await sendTestDelivery.unchecked(ctx, requested), problem: null };
  } catch (error) {
    return { outcome: null, problem: problemOf(error) };
  }
}
