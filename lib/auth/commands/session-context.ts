import { randomUUID } from "node:crypto";
import type { Right } from "@/lib/auth/access/roles";
import { requireSession, requireSignedIn } from "@/lib/auth/sign-in/current-session";
import { db } from "@/lib/platform/database/client";
import { currentRequestId } from "@/lib/platform/log";
import { clientForUser } from "@/lib/tracking-client/open-client";
import type { Command, CommandContext } from "./command";

/**
 * The context of the signed-in user's request. `signed_in`: acts that concern only the user, in any role. Throws
 * `not_signed_in`, and `not_allowed` for a user without the right.
 */
export async function sessionContext(access: Right | "signed_in"): Promise<CommandContext> {
  const session = access === "signed_in" ? await requireSignedIn() : await requireSession(access);
  return {
    actor: { ...session, jobId: null },
    db: db(),
    tracking: clientForUser(),
    now: new Date(),
    requestId: currentRequestId() ?? randomUUID(),
  };
}

/**
 * Runs a command for the signed-in user. The session and the right are checked before `read` reads the input from the
 * request.
 */
export async function runSignedIn<Input, Result>(
  run: Command<Input, Result>,
  read: (ctx: CommandContext) => Input | Promise<Input>,
): Promise<Result> {
  const ctx = await sessionContext(run.right);
  return run(ctx, await read(ctx));
}
