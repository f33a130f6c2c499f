import { z } from "zod";
import type { BoardRow } from "@/lib/domain/board-row/board-row";
import { holdPlace } from "@/lib/domain/readiness/holds";
import type { Moment } from "@/lib/domain/time/moment";
import { knownZone, localDate, localTime, parseInstant } from "@/lib/domain/time/zoned-time";

/**
 * A container in the form of the API for intranet programs (docs/api.md). Names are stable and in snake_case. Instants
 * are in UTC, with the zone of their place in a separate member. Days are local days at the place. New members may be
 * added, but the meaning of existing members does not change.
 */
const instant = z.iso.datetime().describe("Timestamp in UTC");
const day = z.iso.date().describe("Local date at the place");
const zone = z.string().nullable().describe("IANA time zone of the place; null if unknown");
const text = z.string().nullable();

export const apiMomentSchema = z.object({
  at: instant,
  zone,
  local: z
    .string()
    .describe("Local time at the place, such as 2026-11-20T14:00; in UTC if the zone is unknown"),
});

const named = z.object({ id: text, name: text });
const place = z.object({ locode: text, name: text });

export const apiContainerSchema = z.object({
  id: z.string(),
  number: z.string(),
  equipment: text,
  shipment_id: text,
  bill_of_lading: text,
  references: z.array(z.string()),
  tags: z.array(z.string()),
  customer: text,
  line: z.object({ scac: text, name: text }),
  terminal: named.describe("Where the container is or will be picked up"),
  yard_spot: text,
  port_of_discharge: place,
  destination: place.nullable().describe("Inland destination; null for moves that end at the port"),
  status: z.object({ value: z.string(), label: z.string() }),
  readiness: z.object({
    state: z.enum(["ready", "held", "not_available", "unknown", "not_discharged", "in_transit", "picked_up"]),
    label: z.string(),
    reasons: z.array(z.string()),
  }),
  holds: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      description: text,
      place: z.enum(["port", "inland"]).describe("Where the hold is: at the port of discharge or inland"),
    }),
  ),
  deadline: z.object({
    state: z.enum(["applies", "picked_up", "not_discharged", "not_reported"]),
    on: day.nullable().describe("The last free day in effect"),
    zone,
    source: z.enum(["line", "terminal", "rail", "not_reported"]).nullable(),
    ends_at: instant.nullable(),
    sources: z.array(
      z.object({
        source: z.enum(["line", "terminal", "rail", "not_reported"]),
        on: day,
        zone,
        applies: z.boolean(),
      }),
    ),
  }),
  charges: z.object({
    reported: z.boolean().describe("false if no charges are reported yet"),
    sums: z.array(
      z.object({
        currency: text,
        minor: z.number().int().describe("Amount in the currency's smallest unit: 85000 is $850.00"),
      }),
    ),
  }),
  appointment: apiMomentSchema.nullable(),
  dray_carriers: z.array(z.object({ party_id: z.string(), name: z.string() })),
  vessel: z.object({ name: text, voyage: text }),
  arrival: z.object({
    place: z.enum(["port", "inland"]),
    eta: apiMomentSchema.nullable(),
    first_eta: apiMomentSchema.nullable(),
    actual: apiMomentSchema.nullable(),
  }),
  full_out: apiMomentSchema.nullable(),
  empty_returned: apiMomentSchema.nullable(),
  return_due: z
    .object({
      state: z.enum(["due", "returned", "terms_not_set", "out_not_reported"]),
      on: day.nullable(),
      zone,
      ends_at: instant.nullable(),
    })
    .nullable()
    .describe("When the empty is due back; null before gate out"),
  checked_at: instant.nullable().describe("When the terminal was last checked"),
  vanished_at: instant.nullable().describe("When the container was found deleted at the tracking service"),
});
export type ApiContainer = z.infer<typeof apiContainerSchema>;
export type ApiMoment = z.infer<typeof apiMomentSchema>;

/** Converts an instant of the service to the format of the API. Null when the text is not an instant. */
function utc(text: string | null | undefined): string | null {
  if (!text) return null;
  const read = parseInstant(text);
  return Number.isNaN(read.getTime()) ? null : read.toISOString();
}

export function apiMoment(moment: Moment | null): ApiMoment | null {
  const at = utc(moment?.at);
  if (!moment || at === null) return null;
  const known = knownZone(moment.zone);
  return { at, zone: known, local: `${localDate(at, known)}T${localTime(at, known)}` };
}

function apiDeadline({ state, governing, sources }: BoardRow["deadline"]): ApiContainer["deadline"] {
  return {
    state,
    on: governing?.on ?? null,
    zone: governing?.zone ?? null,
    source: governing?.source ?? null,
    ends_at: utc(governing?.endsAt),
    sources: sources.map(({ source, on, zone: at, applies }) => ({ source, on, zone: at, applies })),
  };
}

const placeOf = ({ locode, name }: BoardRow["port"]) => ({ locode: locode ?? null, name: name ?? null });

/** Converts a board row to the form of the API. Contains only the members listed here. */
export function apiContainer(row: BoardRow): ApiContainer {
  const { returnDue } = row;
  return {
    id: row.id,
    number: row.number,
    equipment: row.equipment,
    shipment_id: row.shipmentId,
    bill_of_lading: row.billOfLading,
    references: row.references,
    tags: row.tags,
    customer: row.customer,
    line: { scac: row.line.scac, name: row.line.name },
    terminal: { id: row.terminal.id, name: row.terminal.name },
    yard_spot: row.yardSpot,
    port_of_discharge: placeOf(row.port),
    destination: row.destination && placeOf(row.destination),
    status: { value: row.status.value, label: row.status.label },
    readiness: {
      state: row.readiness.state,
      label: row.readiness.label,
      reasons: row.readiness.reasons.map(({ text: label }) => label),
    },
    holds: row.holds.map((hold) => ({
      name: hold.name,
      status: hold.status,
      description: hold.description ?? null,
      place: holdPlace(hold),
    })),
    deadline: apiDeadline(row.deadline),
    charges: {
      reported: row.charges.reported,
      sums: row.charges.sums.map(({ currency, minor }) => ({ currency, minor })),
    },
    appointment: apiMoment(row.appointment),
    dray_carriers: row.drayCarriers.map(({ partyId, name }) => ({ party_id: partyId, name })),
    vessel: { name: row.vessel.name, voyage: row.vessel.voyage },
    arrival: {
      place: row.arrival.place,
      eta: apiMoment(row.arrival.eta),
      first_eta: apiMoment(row.arrival.firstEta),
      actual: apiMoment(row.arrival.actual),
    },
    full_out: apiMoment(row.gateOut),
    empty_returned: apiMoment(row.emptyReturned),
    return_due: returnDue && {
      state: returnDue.state,
      on: returnDue.on,
      zone: returnDue.zone,
      ends_at: utc(returnDue.endsAt),
    },
    checked_at: utc(row.checkedAt),
    vanished_at: utc(row.deletedUpstreamAt),
  };
}
