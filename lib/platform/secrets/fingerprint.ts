import { createHmac, hkdfSync } from "node:crypto";
import { secretsMaterial } from "@/lib/platform/config/config";

const KEY_BYTES = 32;

/**
 * A mark by which a secret that is not kept is known again: the same for the same text under the same key, and telling
 * nothing of it without the key. After a change of the key every mark is another.
 */
export function markOf(secret: string, about: string): string {
  const key = Buffer.from(
    hkdfSync("sha256", secretsMaterial()[0], "drayboard", "marks of secrets", KEY_BYTES),
  );
  return createHmac("sha256", key)
    .update(JSON.stringify([about, secret]))
    .digest("base64url");
}
