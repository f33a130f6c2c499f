/** A container's page; `from` is the address of the list it is opened from, so that one can go on in it. */
export function containerHref(id: string, from?: string | null): string {
  const path = `/containers/${encodeURIComponent(id)}`;
  return from ? `${path}?from=${encodeURIComponent(from)}` : path;
}
