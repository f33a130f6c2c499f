import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import type { Executor } from "@/lib/db/client";
import { users } from "@/lib/db/schema";
import { recordAct } from "./audit";

/** An e-mail that nobody has, told apart from others and not readable: what is typed there may be a password. */
const cut = (email: string): string =>
  `unknown e-mail ${createHash("sha256").update(email).digest("base64url").slice(0, 12)}`;

/**
 * Records a refused password as of nobody: who it was is not known. `email` as users have it. One query and one record
 * for an e-mail that somebody has and for one that nobody has, so that the time taken tells nothing.
 */
export async function recordWrongPassword(db: Executor, email: string, address: string): Promise<void> {
  const [meant] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  await recordAct(
    db,
    { userId: null, email: meant ? email : cut(email) },
    {
      action: "gave a wrong e-mail or password",
      address,
      ...(meant && { record: { type: "user", id: meant.id } }),
    },
  );
}
