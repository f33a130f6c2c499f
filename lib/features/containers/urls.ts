const withOrigin = (path: string, from: string | null | undefined): string =>
  from ? `${path}?from=${encodeURIComponent(from)}` : path;

/** A container's page; `from` is the address of the list it is opened from, so that one can go on in it. */
export const containerHref = (id: string, from?: string | null): string =>
  withOrigin(`/containers/${encodeURIComponent(id)}`, from);

/** A shipment's page; `from` is the address of the list it is opened from, so that one finds back to it. */
export const shipmentHref = (id: string, from?: string | null): string =>
  withOrigin(`/shipments/${encodeURIComponent(id)}`, from);
