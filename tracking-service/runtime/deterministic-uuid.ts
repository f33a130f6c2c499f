import { hash } from "node:crypto";

/** Returns the same uuid for the same names, so that an account can be seeded again with the same ids. */
export function stableId(...names: (string | number)[]): string {
  const hex = hash("sha256", names.join("/"));
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  const [start, middle] = [hex.slice(0, 8), hex.slice(8, 12)];
  return `${start}-${middle}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
