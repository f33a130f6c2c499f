import { notFound } from "./errors";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => UUID.test(text);

/** An id out of an address; what is no uuid names no record and is 404. */
export function requireUuid(text: string | undefined): string {
  if (text === undefined || !isUuid(text)) throw notFound();
  return text.toLowerCase();
}
