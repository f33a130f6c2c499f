import { randomBytes } from "node:crypto";

/** The request header that hands a page its nonce; the proxy alone sets it. */
export const NONCE_HEADER = "x-nonce";

/**
 * The style sheet that sonner puts into the page when the first notice is shown, and the empty element it is put into:
 * they take no nonce. `content-policy.test.ts` reckons both anew from the package.
 */
export const NOTICES_STYLE = [
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
] as const;

/** 128 random bits, new for each answer. */
export function makeNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * The Content-Security-Policy of a page: scripts run by its nonce alone, or because such a script loaded them; all else
 * comes from Drayboard. `style` attributes stay allowed, since places in lists are written there; they run nothing.
 * @param frameAncestors who may frame it: origins, `'self'`, or `'none'`
 */
export function pagePolicy(nonce: string, frameAncestors: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}' ${NOTICES_STYLE.map((hash) => `'${hash}'`).join(" ")}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.join(" ")}`,
  ].join("; ");
}
