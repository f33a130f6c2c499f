import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writePrivateFile } from "@/lib/postgres/private-folder";
import { StartError } from "./start-error";

const SECRETS = z.object({
  nextauthSecret: z.string().min(32),
  /** The key of the embedded tracking service's account; absent before its first start. */
  trackingApiKey: z.string().min(1).optional(),
});

/** What the first start made and later ones need, kept in `secrets.json` (0600) of the data folder. */
export type Secrets = z.infer<typeof SECRETS>;

const pathIn = (dataDir: string) => join(dataDir, "secrets.json");

/** The kept secrets, made at the first start. Throws StartError when the file is damaged: making new ones would lock out. */
export async function requireSecrets(dataDir: string): Promise<Secrets> {
  const path = pathIn(dataDir);
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new StartError(`${path} cannot be read (${error.code}). Start as the user who made it.`);
  });
  if (text === null) {
    const secrets = { nextauthSecret: randomBytes(32).toString("base64url") };
    await saveSecrets(dataDir, secrets);
    return secrets;
  }
  try {
    return SECRETS.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      `${path} is damaged. Put it back from a copy, or remove it: all users sign in again then.`,
    );
  }
}

export async function saveSecrets(dataDir: string, secrets: Secrets): Promise<void> {
  await writePrivateFile(pathIn(dataDir), `${JSON.stringify(secrets, null, 2)}\n`);
}
