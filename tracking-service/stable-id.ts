import { createHash } from "node:crypto";

/** A uuid that the same names always give, so that a seeded account can be made again with its ids. */
export function stableId(...names: (string | number)[]): string {
  const hex = createHash("sha256").update(names.join("/")).digest("hex");
  const variant = ((Number.parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(18, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
