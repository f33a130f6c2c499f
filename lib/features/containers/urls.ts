const withOrigin = (path: string, from: string | null | undefined): string =>
  from ? `${path}?from=${encodeURIComponent(from)}` : path;

/**
 * Returns the path of a container page. `from` is the address of the originating list, used for previous and next
 * links.
 */
export const containerHref = (id: string, from?: string | null): string =>
  withOrigin(`/containers/${encodeURIComponent(id)}`, from);

/** Returns the path of a shipment page. `from` is the address of the originating list, used for the link back. */
export const shipmentHref = (id: string, from?: string | null): string =>
  withOrigin(`/shipments/${encodeURIComponent(id)}`, from);
