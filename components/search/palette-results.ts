import { formatContainerNumber } from "@/lib/contract/container-number";
import { containerHref, shipmentHref } from "@/lib/features/containers/urls";

export const MATCH_KINDS = ["container", "shipment", "party", "view"] as const;
export type MatchKind = (typeof MATCH_KINDS)[number];

/** A record of the account that the palette opens. `address` contains a view's parameters, otherwise "". */
export type PaletteMatch = { kind: MatchKind; id: string; name: string; note: string; address: string };

export const MATCH_GROUPS: Record<MatchKind, string> = {
  container: "Containers",
  shipment: "Shipments",
  party: "Parties",
  view: "Views",
};

/** Whether a stored or received value is a match. */
export function isPaletteMatch(value: unknown): value is PaletteMatch {
  if (typeof value !== "object" || value === null) return false;
  const texts = ["id", "name", "note", "address"].every(
    (part) => typeof Reflect.get(value, part) === "string",
  );
  return texts && MATCH_KINDS.some((kind) => kind === Reflect.get(value, "kind"));
}

export function matchHref({ kind, id, address }: PaletteMatch): string {
  if (kind === "container") return containerHref(id);
  if (kind === "shipment") return shipmentHref(id);
  if (kind === "party") return `/board?carrier=${encodeURIComponent(id)}`;
  const params = new URLSearchParams(address);
  params.set("view", id);
  return `/board?${params}`;
}

export const matchName = ({ kind, name }: PaletteMatch): string =>
  kind === "container" ? formatContainerNumber(name) : name;

/** The note of a match. */
export const matchNote = ({ kind, note }: PaletteMatch): string =>
  kind === "party" ? [note, "its containers"].filter(Boolean).join(" · ") : note;
