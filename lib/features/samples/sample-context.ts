import { ensureSampleUser, SAMPLE_AUTHOR } from "@/lib/auth/accounts/sample-user";
import type { CommandContext } from "@/lib/auth/commands/command";
import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";

/** The context of a sample's command. Its actor is "Sample data", a disabled user with the rights of a dispatcher. */
export async function sampleContext(
  db: Database,
  tracking: TrackingClient,
  now: Date,
): Promise<CommandContext> {
  const userId = await db.transaction(ensureSampleUser);
  const actor = {
    userId,
    email: SAMPLE_AUTHOR,
    name: SAMPLE_AUTHOR,
    role: "dispatcher" as const,
    jobId: null,
  };
  return { actor, db, tracking, now, requestId: "samples" };
}
