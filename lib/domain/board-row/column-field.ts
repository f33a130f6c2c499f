/** Without schemas: browsers load this file, and not the library that reads attributes. */

/** The value of a custom field in a column: a number, a day "2026-11-20", or text. */
export type FieldValue = string | number;

/** Whether a custom field with this api_slug can be a column. Addresses contain it: other characters would need escaping. */
export const isColumnSlug = (slug: string): boolean => /^[A-Za-z0-9_]{1,63}$/.test(slug);
