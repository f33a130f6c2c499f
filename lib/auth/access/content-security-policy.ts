import { randomBytes } from "node:crypto";
import { isDevelopment } from "@/lib/platform/build";

/** The request header that passes the nonce to a page. Only the proxy sets it. */
export const NONCE_HEADER = "x-nonce";

/**
 * Hashes of the style sheet that sonner adds to the page with the first notice, and of the empty element it is added
 * to. Neither takes a nonce. `content-security-policy.test.ts` recomputes both from the package.
 */
export const NOTICES_STYLE = [
  "sha256-StEaX+se6YS7pqjzrzMIA0KaX9zF/8zAhvQXZAe5epY=",
  "sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=",
] as const;

/** 128 random bits, new for each response. */
export function makeNonce(): string {
  return randomBytes(16).toString("base64");
}

/**
 * What hot reload needs in addition (`npm run dev`): changed modules are evaluated from text, and Next's overlay of errors
 * adds style elements without a nonce. A browser ignores `'unsafe-inline'` next to a nonce, so there is none.
 */
const DEVELOPMENT = { script: " 'unsafe-eval'", style: "'self' 'unsafe-inline'" };

/**
 * The Content-Security-Policy of a page. Scripts run only by its nonce, or if such a script loaded them. Everything
 * else must come from Drayboard. `style` attributes are allowed, since lists use them for positions; they execute
 * nothing.
 * @param frameAncestors the allowed frame ancestors: origins, `'self'`, or `'none'`
 */
export function pagePolicy(nonce: string, frameAncestors: readonly string[]): string {
  const inDevelopment = isDevelopment();
  const styles = `'self' 'nonce-${nonce}' ${NOTICES_STYLE.map((hash) => `'${hash}'`).join(" ")}`;
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'${inDevelopment ? DEVELOPMENT.script : ""}`,
    `style-src ${inDevelopment ? DEVELOPMENT.style : styles}`,
    "style-src-attr 'unsafe-inline'",
    // The worker that has the live stream. Without this, a nonce would be required, which a worker cannot have.
    "worker-src 'self'",
    "img-src 'self' data: blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${frameAncestors.join(" ")}`,
  ].join("; ");
}
