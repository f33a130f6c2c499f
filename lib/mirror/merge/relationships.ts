import { type JsonApiRecord, relatedOne } from "@/lib/contract/json-api";

/** Long lists that the mirror stores as separate rows, or never reads. */
const LEFT_OUT = new Set(["transport_events", "raw_events", "containers", "terminals"]);

/** A container never leaves its shipment, so a relationship that names none says nothing. */
const namesNoShipment = (record: JsonApiRecord, name: string): boolean =>
  record.type === "container" && name === "shipment" && relatedOne(record, name) === null;

/** Returns the relationships stored on the row: all except the long lists, and a container's shipment only if it names one. */
export function keptRelationships(record: JsonApiRecord): Record<string, unknown> {
  const entries = Object.entries(record.relationships ?? {}).filter(
    ([name, { data }]) => data !== undefined && !LEFT_OUT.has(name) && !namesNoShipment(record, name),
  );
  return Object.fromEntries(entries.map(([name, { data }]) => [name, { data }]));
}

/** Returns an attribute as an instant. Null when absent, empty or not a date-time. */
export function instantOf(attributes: Record<string, unknown>, name: string): Date | null {
  const value = attributes[name];
  if (typeof value !== "string") return null;
  const epochMs = Date.parse(value);
  return Number.isNaN(epochMs) ? null : new Date(epochMs);
}

/** Returns an attribute as a list of text. Empty when absent or not a list. */
export function textListOf(attributes: Record<string, unknown>, name: string): string[] {
  const value = attributes[name];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** Returns an attribute as text. Null when absent or not text. */
export function textOf(attributes: Record<string, unknown>, name: string): string | null {
  const value = attributes[name];
  return typeof value === "string" ? value : null;
}
