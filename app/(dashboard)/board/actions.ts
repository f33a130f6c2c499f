"use server";

import { unstable_rethrow } from "next/navigation";
import { z } from "zod";
import { understoodError } from "@/app/_http/known-error";
import type { ViewsResponse } from "@/components/board/page-data";
import { may, refusalOf } from "@/lib/auth/access/roles";
import { requireSession, type Session } from "@/lib/auth/sign-in/current-session";
import {
  changeView,
  deleteView,
  listViews,
  type SavedView,
  saveView,
  setDefaultView,
} from "@/lib/features/saved-views/commands";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

const UNEXPECTED = "Something went wrong. Check whether it was saved, then retry.";

const name = z.string().max(200);
const address = z.string().max(20_000);
const newViewSchema = z.object({ name, address, shared: z.boolean() });
const changeSchema = z.object({
  name: name.optional(),
  address: address.optional(),
  shared: z.boolean().optional(),
});
const idSchema = z.uuid();
const versionSchema = z.number().int();

/** Runs a change of the user's views and returns all views after it. */
async function response(change: (session: Session) => Promise<SavedView | null>): Promise<ViewsResponse> {
  let session: Session | null = null;
  try {
    session = await requireSession("dashboard");
    const view = await change(session);
    return { list: await listViews(db(), session), view };
  } catch (thrown) {
    unstable_rethrow(thrown);
    const error = understoodError(thrown);
    if (error instanceof AppError)
      return { problem: error.message, list: session && (await listViews(db(), session)) };
    logger("action").error({ err: error }, "action failed");
    return { problem: UNEXPECTED, list: null };
  }
}

/** Sharing a view with all users requires the right to change shared settings. */
function requireOwnOrShare({ role }: Session, shared: boolean | undefined): void {
  if (shared && !may(role, "dispatch")) throw new AppError("not_allowed", refusalOf("dispatch"));
}

/** Saves the current board state as a named view. */
export async function saveViewAction(view: z.infer<typeof newViewSchema>): Promise<ViewsResponse> {
  return response((session) => {
    const requested = newViewSchema.parse(view);
    requireOwnOrShare(session, requested.shared);
    return saveView(db(), session, requested);
  });
}

/** Changes a view of the signed-in user, identified by its version. */
export async function changeViewAction(
  id: string,
  version: number,
  change: z.infer<typeof changeSchema>,
): Promise<ViewsResponse> {
  return response((session) => {
    const requested = changeSchema.parse(change);
    requireOwnOrShare(session, requested.shared);
    return changeView(db(), session, idSchema.parse(id), versionSchema.parse(version), requested);
  });
}

/** Deletes a view of the signed-in user. */
export async function deleteViewAction(id: string): Promise<ViewsResponse> {
  return response(async (session) => {
    await deleteView(db(), session, idSchema.parse(id));
    return null;
  });
}

/** Sets the user's default view. Null means the whole board. */
export async function setDefaultViewAction(id: string | null): Promise<ViewsResponse> {
  return response(async (session) => {
    await setDefaultView(db(), session, idSchema.nullable().parse(id));
    return null;
  });
}
