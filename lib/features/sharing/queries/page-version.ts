import { createHash } from "node:crypto";

/** Returns a version of the shown content. An open page uses it to check for changes. */
export const versionOf = (shared: unknown): string =>
  createHash("sha256")
    .update(JSON.stringify(shared) ?? "")
    .digest("base64url")
    .slice(0, 16);
