import { eq } from "drizzle-orm";
import type { Transaction } from "@/lib/platform/database/client";
import { users } from "@/lib/platform/database/schema/schema";

/** The author of samples as pages and the audit log name it. */
export const SAMPLE_AUTHOR = "Sample data";
/** An address that can receive no email. Lists of users leave this user out. */
export const SAMPLE_USER_EMAIL = "sample-data@drayboard.invalid";

/** Returns the id of the user who is the author of samples, created when missing. It is disabled: nobody can sign in. */
export async function ensureSampleUser(tx: Transaction): Promise<string> {
  await tx
    .insert(users)
    .values({
      email: SAMPLE_USER_EMAIL,
      name: SAMPLE_AUTHOR,
      passwordHash: null,
      role: "dispatcher",
      disabledAt: new Date(),
    })
    .onConflictDoNothing();
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, SAMPLE_USER_EMAIL));
  if (!user) throw new Error("the author of samples was not created");
  return user.id;
}
