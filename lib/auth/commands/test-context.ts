import type { Role } from "@/lib/auth/access/roles";
import type { Database } from "@/lib/platform/database/client";
import type { TrackingClient } from "@/lib/tracking-client/client";
import type { CommandContext } from "./command";

/** Stands for a part of the context that the command must not use. */
const absent = (part: string) =>
  new Proxy(
    {},
    {
      get: (_, name) => {
        throw new Error(`the test passed no ${part}, but the command used ${String(name)}`);
      },
    },
  );

const SOMEBODY = { userId: "00000000-0000-4000-8000-000000000000", email: "somebody@example.com" };

type Options = { role?: Role; tracking?: TrackingClient; now?: Date; jobId?: string | null };

/** The context of a command for tests. The role is admin unless another is passed, so that no right is missing. */
export function testContext(
  db: Database | null,
  by: { userId: string; email?: string } = SOMEBODY,
  { role = "admin", tracking, now = new Date(), jobId = null }: Options = {},
): CommandContext {
  const { userId, email = SOMEBODY.email } = by;
  return {
    actor: { userId, email, name: null, role, jobId },
    db: db ?? (absent("database") as Database),
    tracking: tracking ?? (absent("tracking client") as TrackingClient),
    now,
    requestId: "test",
  };
}
