import { createHmac, timingSafeEqual } from "node:crypto";
import { path } from "@/tracking-service/resources/resource";

/** How long a download address is valid. */
export const DOWNLOAD_FOR_MS = 5 * 60_000;

type Signed = { id: string; secret: string; expires: number };

const signatureOf = ({ id, secret, expires }: Signed) =>
  createHmac("sha256", secret).update(`${id}.${expires}`).digest("hex");

/** Returns an address that fetches a document without a key until `expires` (milliseconds UTC). */
export function downloadAddress(signed: Signed): string {
  const query = new URLSearchParams({ expires: String(signed.expires), signature: signatureOf(signed) });
  return `${path("documents", signed.id, "download")}?${query}`;
}

/** Whether a signature is valid and has not expired. */
export function isGoodAddress(signed: Signed, signature: string, now: number): boolean {
  const expected = Buffer.from(signatureOf(signed));
  const input = Buffer.from(signature);
  return input.length === expected.length && timingSafeEqual(input, expected) && now < signed.expires;
}
