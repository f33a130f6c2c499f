import { z } from "zod";
import { code, coordinate, maybe, text, zone } from "./values";

/** port and metro_area (interface.md, port and terminal; supplement.md). `code` is a UN/LOCODE. */
export const placeAttributesSchema = z.looseObject({
  name: text,
  code: text,
  city: text,
  state_abbr: text,
  country_code: text,
  latitude: coordinate,
  longitude: coordinate,
  time_zone: zone,
});

/** terminal and rail_terminal. `provided_data` lists the facts that the terminal reports. */
export const facilityAttributesSchema = z.looseObject({
  name: text,
  nickname: text,
  firms_code: text,
  smdg_code: text,
  bic_facility_code: text,
  street: text,
  city: text,
  state: text,
  state_abbr: text,
  zip: text,
  country: text,
  facility_type: code,
  provided_data: maybe(z.record(z.string(), z.unknown())),
});
export type FacilityAttributes = z.infer<typeof facilityAttributesSchema>;
