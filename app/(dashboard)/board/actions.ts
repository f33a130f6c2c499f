"use server";

import { unstable_rethrow } from "next/navigation";
import { understoodError } from "@/app/_http/known-error";
import type { ViewsResponse } from "@/components/board/page-data";
import type { Command, CommandContext } from "@/lib/auth/commands/command";
import { sessionContext } from "@/lib/auth/commands/session-context";
import {
  changeView,
  deleteView,
  listViews,
  type SavedView,
  saveView,
  setDefaultView,
  type ViewChange,
} from "@/lib/features/saved-views/commands";
import { AppError } from "@/lib/platform/errors";
import { logger } from "@/lib/platform/log";

const UNEXPECTED = "Something went wrong. Check whether it was saved, then retry.";

/** Runs a change of the user's views and returns all views after it. */
async function response<Input>(
  command: Command<Input, SavedView | null>,
  input: unknown,
): Promise<ViewsResponse> {
  let ctx: CommandContext | null = null;
  try {
    ctx = await sessionContext(command.right);
    const view = await command.unchecked(ctx, input);
    return { list: await listViews(ctx.db, ctx.actor), view };
  } catch (thrown) {
    unstable_rethrow(thrown);
    const error = understoodError(thrown);
    if (error instanceof AppError)
      return { problem: error.message, list: ctx && (await listViews(ctx.db, ctx.actor)) };
    logger("action").error({ err: error }, "action failed");
    return { problem: UNEXPECTED, list: null };
  }
}

/** Saves the current board state as a named view. */
export async function saveViewAction(view: Required<ViewChange>): Promise<ViewsResponse> {
  return response(saveView, view);
}

/** Changes a view of the signed-in user, identified by its version. */
export async function changeViewAction(
  id: string,
  version: number,
  change: ViewChange,
): Promise<ViewsResponse> {
  return response(changeView, { change, id, version });
}

/** Deletes a view of the signed-in user. */
export async function deleteViewAction(id: string): Promise<ViewsResponse> {
  return response(deleteView, { id });
}

/** Sets the user's default view. Null means the whole board. */
export async function setDefaultViewAction(id: string | null): Promise<ViewsResponse> {
  return response(setDefaultView, { id });
}
