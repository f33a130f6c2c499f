import { createHash } from "node:crypto";

/** Names what is shown, so that a page that stands open can ask whether it is still that. */
export const versionOf = (shown: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(shown) ?? "")
    .digest("base64url")
    .slice(0, 16);
