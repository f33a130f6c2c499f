import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { secretsMaterial } from "@/lib/platform/config/config";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MARK = "sealed:v1:";

const keys = new Map<string, Buffer>();

function keyOf(material: string): Buffer {
  const known = keys.get(material);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", material, "drayboard", "secrets at rest", KEY_BYTES));
  keys.set(material, key);
  return key;
}

/** Whether a text was created by `seal`. */
export function isSealed(text: string): boolean {
  return text.startsWith(MARK);
}

/**
 * Encrypts a secret for the database (AES-256-GCM). `about` states its purpose and must be the same for decryption, so
 * that one secret cannot replace another.
 */
export function seal(secret: string, about: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretsMaterial()[0]), nonce);
  cipher.setAAD(Buffer.from(about));
  const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
  return MARK + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64url");
}

function unsealWith(material: string, bytes: Buffer, about: string): string | null {
  const [nonce, tag] = [bytes.subarray(0, NONCE_BYTES), bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
  if (tag.length < TAG_BYTES) return null;
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(material), nonce, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(about));
    decipher.setAuthTag(tag);
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch {
    return null;
  }
}

/** The same secret encrypted with the current key; null if it already is, or if it cannot be decrypted. */
export function sealedAnew(sealed: string, about: string): string | null {
  if (!isSealed(sealed)) return null;
  const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
  if (unsealWith(secretsMaterial()[0], bytes, about) !== null) return null;
  const secret = unseal(sealed, about);
  return secret === null ? null : seal(secret, about);
}

/**
 * The secret, or null if it was encrypted with another key, for another purpose, or is damaged. `materials` are the keys to
 * try, by default those of this process.
 */
export function unseal(
  sealed: string,
  about: string,
  materials: readonly string[] = secretsMaterial(),
): string | null {
  if (!isSealed(sealed)) return null;
  const bytes = Buffer.from(sealed.slice(MARK.length), "base64url");
  for (const material of materials) {
    const secret = unsealWith(material, bytes, about);
    if (secret !== null) return secret;
  }
  return null;
}
