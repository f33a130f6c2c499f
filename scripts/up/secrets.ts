import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "@/lib/postgres/private-folder";
import { StartError } from "./start-error";

export const secretsSchema = z.object({
  nextauthSecret: z.string().min(32),
  /** The key of the embedded tracking service's account; absent before its first start. */
  trackingApiKey: z.string().min(1).optional(),
  /** Out of a restored backup: what the settings SECRETS_KEY and OLD_SECRETS_KEY were; a setting of that name wins. */
  secretsKey: z.string().min(32).optional(),
  oldSecretsKey: z.string().min(32).optional(),
});

/** What the first start made and later ones need, kept in `secrets.json` (0600) of the data folder. */
export type Secrets = z.infer<typeof secretsSchema>;

const pathIn = (dataDir: string) => join(dataDir, "secrets.json");

/** The kept secrets; null before the first start. Throws StartError when the file is damaged. */
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
      `${path} is damaged. Put it back from a copy, or remove it: all users sign in again then.`,
    );
  }
}

/** The kept secrets, made at the first start. Throws StartError when the file is damaged: making new ones would lock out. */
export async function requireSecrets(dataDir: string): Promise<Secrets> {
  const kept = await findSecrets(dataDir);
  if (kept !== null) return kept;
  const secrets = { nextauthSecret: randomBytes(32).toString("base64url") };
  await saveSecrets(dataDir, secrets);
  return secrets;
}

export async function saveSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}
