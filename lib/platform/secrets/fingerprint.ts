import { createHmac, hkdfSync } from "node:crypto";
import { secretsMaterial } from "@/lib/platform/config/config";

const KEY_BYTES = 32;

/**
 * A mark that identifies a secret that is not stored. It is the same for the same text under the same key, and reveals
 * nothing without the key. After a key change every mark differs.
 */
export function markOf(secret: string, about: string): string {
  const key = Buffer.from(
    hkdfSync("sha256", secretsMaterial()[0], "drayboard", "marks of secrets", KEY_BYTES),
  );
  return createHmac("sha256", key)
    .update(JSON.stringify([about, secret]))
    .digest("base64url");
}
