/** Whether a text is the name of an IANA time zone. */
export function isKnownZone(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone: zone }));
  } catch {
    return false;
  }
}
