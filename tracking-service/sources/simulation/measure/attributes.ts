import { EQUIPMENT_TYPES } from "@/lib/contract/enums";
import type { JourneyFacts } from "@/tracking-service/facts/attributes";
import { listCatalogue } from "@/tracking-service/sources/simulation/world/catalog";
import type { MeasuredAccount } from "./account";
import { type Figure, none, part, some } from "./figure";

const atLeast = (name: string, value: number, least: number): Figure => ({
  name,
  value,
  least,
  most: 1,
  as: "share",
});

/** Forms of codes: FIRMS of the United States and of Canada, SMDG, BIC facility codes. */
const FORMS: Readonly<Record<string, RegExp>> = {
  firms_code: /^([A-Z][A-Z0-9]{3}|\d{4})$/,
  smdg_code: /^[A-Z0-9]{3,6}$/,
  bic_facility_code: /^[A-Z]{5}[A-Z0-9]{4}$/,
};

/**
 * How many records of a type have a code, as a share, and how many have one in another form. Rail ramps as terminals
 * are left out: SMDG and BIC list none, and their FIRMS codes are those of the rail terminals.
 */
function codeFigures(type: "terminal" | "rail_terminal", field: string, least: number): Figure[] {
  const records = listCatalogue().filter(
    (record) => record.type === type && record.attributes.facility_type !== "rail",
  );
  const codes = records.flatMap(({ attributes }) => {
    const code = attributes[field];
    return typeof code === "string" ? [code] : [];
  });
  const odd = codes.filter((code) => !FORMS[field]?.test(code)).length;
  return [
    atLeast(`${type} records with ${field}`, part(codes.length, records.length), least),
    none(`${type} records with ${field} in another form or twice`, odd + codes.length - new Set(codes).size),
  ];
}

/** Attributes that every account should have examples of. */
export function attributeFigures({ facts }: MeasuredAccount): Figure[] {
  const count = (condition: (facts: JourneyFacts) => boolean) => facts.filter(condition).length;
  const types = new Set(facts.map(({ container }) => container.equipment_type));
  const known = count(({ container }) => (container.ref_numbers ?? []).length > 0);
  return [
    {
      name: "containers with reference numbers",
      value: part(known, facts.length),
      least: 0.25,
      most: 0.6,
      as: "share",
    },
    none("equipment types without a container", EQUIPMENT_TYPES.filter((type) => !types.has(type)).length),
    some(
      "containers of 10 ft",
      count(({ container }) => container.equipment_length === 10),
    ),
    some(
      "containers whose destination is a port",
      count(({ shipmentPlaces }) => shipmentPlaces.destination?.type === "port"),
    ),
    some(
      "containers whose destination is a metro area",
      count(({ shipmentPlaces }) => shipmentPlaces.destination?.type === "metro_area"),
    ),
    ...codeFigures("terminal", "firms_code", 0.8),
    ...codeFigures("terminal", "smdg_code", 0.8),
    ...codeFigures("terminal", "bic_facility_code", 0.7),
    ...codeFigures("rail_terminal", "firms_code", 0.8),
  ];
}
