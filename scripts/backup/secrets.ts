import { createCipheriv, createDecipheriv, randomBytes, type ScryptOptions, scrypt } from "node:crypto";
import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { z } from "zod";
import type { Settings } from "@/lib/platform/config/config";
import { type Secrets, secretsSchema } from "@/scripts/up/secrets";
import { StartError } from "@/scripts/up/start-error";

const CIPHER = "aes-256-gcm";
const ABOUT = "drayboard backup secrets v2";
const KEY_BYTES = 32;
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

/** The key that encrypts the keys, and the one that authenticates the whole file. */
type PassphraseKeys = { cipherKey: Buffer; fileKey: Buffer };

function keysOf(passphrase: string, salt: Buffer): Promise<PassphraseKeys> {
  const options: ScryptOptions = { ...COST, maxmem: 256 * 2 ** 20 };
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize("NFC"), salt, 2 * KEY_BYTES, options, (error, key) =>
      error
        ? reject(error)
        : resolve({ cipherKey: key.subarray(0, KEY_BYTES), fileKey: key.subarray(KEY_BYTES) }),
    );
  });
}

/** The keys as a backup contains them (also if there are none), and the key that authenticates its file. */
export type Sealed = { secrets: SealedSecrets; fileKey: Buffer };

export async function sealSecrets(secrets: Secrets | null, passphrase: string): Promise<Sealed> {
  const [salt, nonce] = [randomBytes(16), randomBytes(12)];
  const { cipherKey, fileKey } = await keysOf(passphrase, salt);
  const cipher = createCipheriv(CIPHER, cipherKey, nonce);
  cipher.setAAD(Buffer.from(ABOUT));
  const text = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  const written = (bytes: Buffer) => bytes.toString("base64url");
  const sealed = {
    salt: written(salt),
    nonce: written(nonce),
    tag: written(cipher.getAuthTag()),
    text: written(text),
  };
  return { secrets: { ...sealed, ...COST }, fileKey };
}

/**
 * The keys of a backup, and the key that authenticates its file. Throws StartError if the passphrase is wrong.
 */
export async function openSecrets(
  sealed: SealedSecrets,
  passphrase: string,
): Promise<{ secrets: Secrets | null; fileKey: Buffer }> {
  const bytes = (text: string) => Buffer.from(text, "base64url");
  const { cipherKey, fileKey } = await keysOf(passphrase, bytes(sealed.salt));
  const decipher = createDecipheriv(CIPHER, cipherKey, bytes(sealed.nonce), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(ABOUT));
  decipher.setAuthTag(bytes(sealed.tag));
  try {
    const text = Buffer.concat([decipher.update(bytes(sealed.text)), decipher.final()]).toString("utf8");
    return { secrets: secretsSchema.nullable().parse(JSON.parse(text)), fileKey };
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
