import { formatContainerNumber } from "@/lib/contract/container-number";
import { containerHref, shipmentHref } from "@/lib/features/containers/urls";
import { MATCH_KINDS, type MatchKind, type SearchMatch } from "@/lib/features/search/rules";
import { joined } from "@/lib/platform/text/bidi";
import { counted } from "@/lib/platform/text/counted";

export const MATCH_GROUPS: Record<MatchKind, string> = {
  container: "Containers",
  shipment: "Shipments",
  customer: "Customers",
  vessel: "Vessels",
  terminal: "Terminals",
  carrier: "Dray carriers",
  line: "Shipping lines",
  party: "Parties",
  note: "Notes",
  view: "Views",
};

/** Reads a stored or received value. Null if it is no match. */
export function readMatch(value: unknown): SearchMatch | null {
  if (typeof value !== "object" || value === null) return null;
  const part = (name: string): string | null => {
    const text: unknown = Reflect.get(value, name);
    return typeof text === "string" ? text : null;
  };
  const kind = MATCH_KINDS.find((each) => each === part("kind"));
  const [id, name, note, address] = [part("id"), part("name"), part("note"), part("address")];
  if (!kind || id === null || name === null || note === null || address === null) return null;
  const containers: unknown = Reflect.get(value, "containers");
  return { kind, id, name, note, address, containers: typeof containers === "number" ? containers : null };
}

/** Where a result leads: its page, or the board with its filter. */
export function matchHref({ kind, id, address }: SearchMatch): string {
  if (kind === "container" || kind === "note") return containerHref(id);
  if (kind === "shipment") return shipmentHref(id);
  if (kind === "party") return "/parties";
  if (kind !== "view") return `/board?${new URLSearchParams({ [kind]: id })}`;
  const params = new URLSearchParams(address);
  params.set("view", id);
  return `/board?${params}`;
}

export const matchName = ({ kind, name }: SearchMatch): string =>
  kind === "container" || kind === "note" ? formatContainerNumber(name) : name;

/** The note of a match, with its number of containers. */
export const matchNote = ({ note, containers }: SearchMatch): string =>
  joined([note, containers === null ? "" : counted(containers, "container")]);
