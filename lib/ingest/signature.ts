import { createHmac, timingSafeEqual } from "node:crypto";

/** Hex HMAC-SHA256 of the raw body with the webhook's secret (supplement.md, Webhook deliveries). */
export function signatureOf(rawBody: Uint8Array | string, secret: string): string {
  return createHmac("sha256", secret).update(rawBody).digest("hex");
}

/** Returns whether the header has the form of a signature: 64 hexadecimal digits. */
export function isSignatureShaped(header: string | null): header is string {
  return /^[0-9a-f]{64}$/i.test(header?.trim() ?? "");
}

/**
 * Returns whether the header signs the raw body with one of the secrets. Compares in constant time, before any parsing.
 */
export function isSigned(rawBody: Uint8Array, header: string | null, secrets: readonly string[]): boolean {
  const claimed = Buffer.from(header?.trim().toLowerCase() ?? "", "utf8");
  return secrets
    .map((secret) => Buffer.from(signatureOf(rawBody, secret), "utf8"))
    .some((expected) => expected.length === claimed.length && timingSafeEqual(expected, claimed));
}
