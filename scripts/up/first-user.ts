import { createFirstUser, hasUsers } from "@/lib/auth/accounts/users";
import { makePassword } from "@/lib/auth/passwords/password-hash";
import type { Settings } from "@/lib/platform/config/config";
import { openDatabase } from "@/lib/platform/database/client";

/**
 * Creates the first user if there is none. Returns the sign-in instructions, including a generated password that is
 * shown only once. `resetCommand` is the command that sets a new password, without the email.
 */
export async function ensureFirstUser(
  databaseUrl: string,
  settings: Settings,
  resetCommand = "npm run user -- reset",
): Promise<string> {
  const { db, pool } = openDatabase(databaseUrl, { max: 1 });
  try {
    const password = settings.adminPassword ?? makePassword();
    const email = settings.adminEmail;
    const created = !(await hasUsers(db)) && (await createFirstUser(db, { email, password }));
    if (!created) return `Sign in with your email and password. Password lost: ${resetCommand} ${email}`;
    if (settings.adminPassword !== null)
      return `Sign in as ${email} with the password of DRAYBOARD_ADMIN_PASSWORD.`;
    return `Sign in as ${email} with the password ${password} (shown this once; note it now).`;
  } finally {
    await pool.end();
  }
}
