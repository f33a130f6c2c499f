import { notFound } from "./errors";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export const isUuid = (text: string) => UUID.test(text);

/** Returns an id from an address. 404 when it is not a uuid, because no record can have it. */
export function requireUuid(text: string | undefined): string {
  if (text === undefined || !isUuid(text)) throw notFound();
  return text.toLowerCase();
}
