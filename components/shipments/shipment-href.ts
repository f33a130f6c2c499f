/** A shipment's page; `from` is the address of the list it is opened from, so that one finds back to it. */
export function shipmentHref(id: string, from?: string): string {
  const path = `/shipments/${encodeURIComponent(id)}`;
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}
