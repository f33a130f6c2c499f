import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "@/lib/platform/postgres/private-directory";
import { StartError } from "./start-error";

export const secretsSchema = z.object({
  nextauthSecret: z.string().min(32),
  /** The key of the embedded tracking service's account. Absent before its first start. */
  trackingApiKey: z.string().min(1).optional(),
  /**
   * From a restored backup: the values of the settings SECRETS_KEY and OLD_SECRETS_KEY. A setting with the same name
   * takes precedence.
   */
  secretsKey: z.string().min(32).optional(),
  oldSecretsKey: z.string().min(32).optional(),
});

/** Secrets created by the first start and needed by later ones, stored in `secrets.json` (0600) of the data folder. */
export type Secrets = z.infer<typeof secretsSchema>;

const pathIn = (dataDir: string) => join(dataDir, "secrets.json");

/** The stored secrets. Null before the first start. Throws StartError if the file is damaged. */
export async function findSecrets(dataDir: string): Promise<Secrets | null> {
  const path = pathIn(dataDir);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartError(`${path} cannot be read (${error.code}). Start as the user who made it.`);
  });
  if (text === null) return null;
  try {
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `${path} is damaged. Put it back from a copy or a backup.\n` +
        "Without one, remove it and start again; that makes new secrets. What is lost then:\n" +
        "  - every sign-in: everybody signs in again, and gives the passcodes of shared links again;\n" +
        "  - unless SECRETS_KEY is set, second factors: who has one signs in with a recovery code, or an admin\n" +
        "    takes it away in Settings → Users (the only admin: npm run user -- reset EMAIL);\n" +
        "  - unless SECRETS_KEY is set, the webhook's secret: the dashboard asks the service for it, or registers a\n" +
        "    new webhook.\n" +
        "Passwords, links, containers and everything else stay. With NEXTAUTH_SECRET set nothing of this is lost.",
    );
  }
}

/**
 * The stored secrets, created at the first start. Throws StartError if the file is damaged, because new secrets would
 * lock users out.
 */
export async function requireSecrets(dataDir: string): Promise<Secrets> {
  const stored = await findSecrets(dataDir);
  if (stored !== null) return stored;
  const secrets = { nextauthSecret: randomBytes(32).toString("base64url") };
  await saveSecrets(dataDir, secrets);
  return secrets;
}

export async function saveSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}
