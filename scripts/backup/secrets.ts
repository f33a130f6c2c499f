import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { z } from "zod";
import type { Settings } from "@/lib/platform/config/config";
import { type Secrets, secretsSchema } from "@/scripts/up/secrets";
import { StartError } from "@/scripts/up/start-error";

const CIPHER = "aes-256-gcm";
const ABOUT = "drayboard backup secrets v1";
/** 128 MB and about 0.3 s per guess. */
const COST = { N: 2 ** 17, r: 8, p: 1 };
const MIN_PASSPHRASE = 12;

const base64 = z.base64url();

/** The keys in a backup: AES-256-GCM with a key that scrypt derives from the passphrase. */
export const sealedSecretsSchema = z.object({
  salt: base64,
  nonce: base64,
  tag: base64,
  text: base64,
  N: z.literal(COST.N),
  r: z.literal(COST.r),
  p: z.literal(COST.p),
});
type SealedSecrets = z.infer<typeof sealedSecretsSchema>;

function keyOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const options: ScryptOptions = { ...COST, maxmem: 256 * 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

export async function sealSecrets(secrets: Secrets, passphrase: string): Promise<SealedSecrets> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const cipher = createCipheriv(CIPHER, await keyOf(passphrase, salt), nonce);
  cipher.setAAD(Buffer.from(ABOUT));
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  const written = (bytes: Buffer) => bytes.toString("base64url");
  return {
    salt: written(salt),
    nonce: written(nonce),
    tag: written(cipher.getAuthTag()),
    text: written(text),
    ...COST,
  };
}

/** The keys of a backup. Throws StartError if the passphrase is wrong. */
export async function openSecrets(sealed: SealedSecrets, passphrase: string): Promise<Secrets> {
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const decipher = createDecipheriv(
    CIPHER,
    await keyOf(passphrase, bytes(sealed.salt)),
    bytes(sealed.nonce),
    {
      authTagLength: 16,
    },
  );
  decipher.setAAD(Buffer.from(ABOUT));
  decipher.setAuthTag(bytes(sealed.tag));
  try {
    const text = Buffer.concat([decipher.update(bytes(sealed.text)), decipher.final()]).toString("utf8");
    return secretsSchema.parse(JSON.parse(text));
  } catch {
    throw new StartError(
      "The passphrase is wrong for this backup. Nothing was restored. Try again, or restore without the keys: " +
        "add --without-secrets.",
    );
  }
}

/** The keys of this installation: from its settings, else from its DATA_DIR. Null: none yet. */
export function secretsInUse(settings: Settings, stored: Secrets | null): Secrets | null {
  const nextauthSecret = settings.nextauthSecret ?? stored?.nextauthSecret;
  if (nextauthSecret === undefined) return null;
  return {
    nextauthSecret,
    trackingApiKey: stored?.trackingApiKey,
    secretsKey: settings.secretsKey ?? stored?.secretsKey,
    oldSecretsKey: settings.oldSecretsKey ?? stored?.oldSecretsKey,
  };
}

/**
 * The passphrase from the setting, else typed on a terminal (twice with `confirm`). Null: neither is available, or the
 * input was empty. Throws StartError if it is too short for a new backup.
 */
export async function readPassphrase(
  settings: Settings,
  question: string,
  confirm: boolean,
): Promise<string | null> {
  const typed = settings.backupPassphrase === null && process.stdin.isTTY;
  const passphrase = typed ? await request(question) : settings.backupPassphrase;
  if (passphrase === null || passphrase === "") return null;
  if (confirm && passphrase.length < MIN_PASSPHRASE)
    throw new StartError(`The passphrase is too short. Use at least ${MIN_PASSPHRASE} characters.`);
  if (typed && confirm && (await request("The same again: ")) !== passphrase)
    throw new StartError("The two passphrases differ. Start again.");
  return passphrase;
}

async function request(question: string): Promise<string> {
  process.stderr.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  try {
    const leave = new AbortController();
    terminal.once("SIGINT", () => leave.abort());
    return await terminal.question("", { signal: leave.signal });
  } catch {
    throw new StartError("Stopped.");
  } finally {
    terminal.close();
    process.stderr.write("\n");
  }
}
