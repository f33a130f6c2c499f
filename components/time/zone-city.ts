/** The city in a zone name: "New York" for "America/New_York". */
export function zoneCity(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}
