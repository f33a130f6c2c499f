/**
 * A custom field filter as written in an address. `name=value` matches the label or the stored value, or one option of
 * a multiple choice. `name>=10` and `name<=2026-11-20` are for numbers and days. `name:none` and `name:any` match
 * fields without and with a value.
 */
export type FieldFilter = {
  slug: string;
  how: "is" | "from" | "to" | "none" | "any";
  value: string;
};

const SIGNS = { "=": "is", ">=": "from", "<=": "to" } as const;
const NUMBER = /^-?\d{1,15}(\.\d{1,9})?$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

export const EXPECTED_FIELD =
  "expected a field name, then “=” and a value, “>=” or “<=” and a number or date, or “:none”";

export const isNumberBound = (value: string): boolean => NUMBER.test(value);

/** Parses a custom field filter. Null when the text is not a filter. */
export function readFieldFilter(text: string): FieldFilter | null {
  const [, name = "", sign = "", value = ""] = /^([^=<>:]+)(>=|<=|=|:)(.*)$/s.exec(text) ?? [];
  const slug = name.trim();
  if (slug === "") return null;
  if (sign === ":") return value === "none" || value === "any" ? { slug, how: value, value: "" } : null;
  if (sign === "=") return { slug, how: "is", value };
  if (sign !== ">=" && sign !== "<=") return null;
  const bound = value.trim();
  return NUMBER.test(bound) || DAY.test(bound) ? { slug, how: SIGNS[sign], value: bound } : null;
}

/** Returns the chip label of a custom field filter. */
export function fieldFilterText(text: string): string {
  const read = readFieldFilter(text);
  if (!read) return text;
  const { slug, how, value } = read;
  const message = { is: value, from: `from ${value}`, to: `up to ${value}`, none: "not set", any: "set" }[
    how
  ];
  return `${slug}: ${message}`;
}
