const RECORDS: Readonly<Record<string, { label: string; path: string | null }>> = {
  container: { label: "Container", path: "/containers" },
  shipment: { label: "Shipment", path: "/shipments" },
  tracking_request: { label: "Tracking request", path: null },
  party: { label: "Party", path: null },
  custom_field: { label: "Custom field", path: null },
  custom_field_definition: { label: "Custom field definition", path: null },
  custom_field_option: { label: "Custom field option", path: null },
  document: { label: "Document", path: null },
};

/** The label of a record's type and the link to its page. The link is null without a page. */
export function recordText(type: string, id: string): { label: string; href: string | null } {
  const { label, path } = RECORDS[type] ?? { label: type.replaceAll("_", " "), path: null };
  return { label, href: path === null ? null : `${path}/${encodeURIComponent(id)}` };
}
