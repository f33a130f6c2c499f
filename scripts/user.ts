import { resetPassword } from "@/lib/auth/accounts/users";
import { runOnDashboard } from "@/scripts/dashboard-command";

const USAGE = "Usage: npm run user -- reset EMAIL";
const [verb, email, ...rest] = process.argv.slice(2);

/** `npm run user -- reset EMAIL`: sets a new password for a user who lost it, whether or not the system is running. */
if (verb !== "reset" || email === undefined || rest.length > 0) {
  console.error(USAGE);
  process.exitCode = 1;
} else
  await runOnDashboard(
    { program: "npm run user", unchanged: "No password was changed." },
    // Always completes: a password that was set but not shown would lock the user out.
    async (db) => {
      const password = await resetPassword(db, email);
      console.log(
        `The password of ${email} is now ${password} (shown this once). Every session of theirs has ended.`,
      );
    },
  );
