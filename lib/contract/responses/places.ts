import { z } from "zod";
import { facilityAttributesSchema, placeAttributesSchema } from "@/lib/contract/place";
import { vesselAttributesSchema } from "@/lib/contract/vessel";
import { toMany, toOne } from "./relationship";
import type { RecordKind } from "./resource-type";
import { exactly, instantWritten } from "./strict-values";

const degrees = z.number().nullable();

/** Places repeat their id among their attributes, as recorded of the live service. */
const id = z.uuid();

const place = exactly(placeAttributesSchema, {
  id,
  name: z.string(),
  code: z.string(),
  latitude: degrees,
  longitude: degrees,
});

/** An actual or expected position of a vessel. */
const vesselPosition = z.strictObject({
  latitude: z.number(),
  longitude: z.number(),
  heading: z.number(),
  timestamp: instantWritten,
  estimated: z.boolean(),
});

/** Reference data: ports, terminals, inland places, vessels and shipping lines. It is the same for every account. */
export const PLACES = {
  port: { attributes: place, relations: { terminals: toMany("terminal") }, folder: "ports" },
  metro_area: {
    attributes: place.omit({ city: true }),
    relations: {},
    folder: "metro_areas",
  },
  terminal: {
    attributes: exactly(facilityAttributesSchema, {
      id,
      name: z.string(),
      provided_data: z.record(z.string(), z.union([z.boolean(), z.string()])),
    }),
    relations: { port: toOne("port") },
    folder: "terminals",
  },
  rail_terminal: {
    attributes: z.strictObject({
      id,
      name: z.string(),
      nickname: z.string().nullable(),
      firms_code: z.string().nullable(),
      city: z.string().nullable(),
    }),
    relations: { port: toOne("port"), metro_area: toOne("metro_area") },
    folder: "terminals",
  },
  vessel: {
    attributes: exactly(vesselAttributesSchema, {
      name: z.string(),
      imo: z.string(),
      latitude: degrees,
      longitude: degrees,
      /** Present only when the vessel itself is requested by its own address. */
      positions: z.array(vesselPosition).optional(),
    }),
    relations: {},
    folder: "vessels",
  },
  shipping_line: {
    attributes: z.strictObject({
      scac: z.string().length(4),
      alternative_scacs: z.array(z.string()),
      name: z.string(),
      short_name: z.string(),
      bill_of_lading_tracking_support: z.boolean(),
      booking_number_tracking_support: z.boolean(),
      container_number_tracking_support: z.boolean(),
      provided_data: z.record(z.string(), z.union([z.boolean(), z.string()])),
      tracking_url: z.url().nullable(),
      contact_url: z.url().nullable(),
    }),
    relations: {},
    folder: "shipping_lines",
  },
} as const satisfies Record<string, RecordKind>;
