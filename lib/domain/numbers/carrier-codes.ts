/** The most common shipping lines, by SCAC. The user can enter any other SCAC. */
export const SHIPPING_LINES = [
  { scac: "MAEU", name: "Maersk" },
  { scac: "MSCU", name: "MSC" },
  { scac: "CMDU", name: "CMA CGM" },
  { scac: "HLCU", name: "Hapag-Lloyd" },
  { scac: "ONEY", name: "ONE" },
  { scac: "COSU", name: "COSCO" },
  { scac: "EGLV", name: "Evergreen" },
  { scac: "OOLU", name: "OOCL" },
  { scac: "YMLU", name: "Yang Ming" },
  { scac: "HDMU", name: "HMM" },
  { scac: "ZIMU", name: "ZIM" },
] as const;

export const KNOWN_SCACS: readonly string[] = SHIPPING_LINES.map(({ scac }) => scac);

const plain = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");

/** The SCAC in a text: the code itself, or the code of a line's name ("Hapag Lloyd" → "HLCU"); null for neither. */
export function scacOf(text: string): string | null {
  const requested = plain(text);
  const named = SHIPPING_LINES.find(({ name }) => plain(name) === requested);
  if (named) return named.scac;
  return /^[a-z0-9]{4}$/.test(requested) ? requested.toUpperCase() : null;
}
