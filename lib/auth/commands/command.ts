import type { z } from "zod";
import { type Right, requireRight } from "@/lib/auth/access/roles";
import type { Session } from "@/lib/auth/sign-in/current-session";
import type { Database } from "@/lib/platform/database/client";
import { traced } from "@/lib/platform/tracing/traced";
import type { TrackingClient } from "@/lib/tracking-client/client";

/** Who acts: the signed-in user, or the user whose job a worker processes. */
export type CommandActor = Session & {
  /**
   * The job whose row runs the command, null for a user's own request. The start of a job is recorded in the audit log,
   * its rows are not.
   */
  jobId: string | null;
};

/** What every command receives. `now` is the time of the request, `requestId` the id of its log lines. */
export type CommandContext = {
  actor: CommandActor;
  db: Database;
  tracking: TrackingClient;
  now: Date;
  requestId: string;
};

/**
 * A write that a user requests. A form, a route, a bulk row and a job call the same one. It checks its right and its
 * input by itself. Callers read `right` to check it before they read a request's body.
 */
export type Command<Input, Result> = {
  (ctx: CommandContext, input: Input): Promise<Result>;
  readonly right: Right;
  /** The same for an input that is not checked yet, as a form contains it. */
  readonly unchecked: (ctx: CommandContext, input: unknown) => Promise<Result>;
};

/**
 * Makes a command. It throws `not_allowed` when the actor's role lacks the right, before the input is read, and ZodError
 * for an invalid input.
 */
export function command<Schema extends z.ZodType, Result>(
  { right, input: schema }: { right: Right; input: Schema },
  run: (ctx: CommandContext, input: z.output<Schema>) => Promise<Result>,
): Command<z.input<Schema>, Result> {
  const unchecked = async (ctx: CommandContext, input: unknown): Promise<Result> => {
    requireRight(ctx.actor.role, right);
    return traced("command", { attributes: { "drayboard.right": right } }, () =>
      run(ctx, schema.parse(input)),
    );
  };
  return Object.assign((ctx: CommandContext, input: z.input<Schema>) => unchecked(ctx, input), {
    right,
    unchecked,
  });
}
