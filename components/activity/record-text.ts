const RECORDS: Readonly<Record<string, { word: string; path: string | null }>> = {
  container: { word: "Container", path: "/containers" },
  shipment: { word: "Shipment", path: "/shipments" },
  tracking_request: { word: "Tracking request", path: null },
  party: { word: "Party", path: null },
  custom_field: { word: "Custom field", path: null },
  custom_field_definition: { word: "Custom field definition", path: null },
  custom_field_option: { word: "Custom field option", path: null },
  document: { word: "Document", path: null },
};

/** The label of a record's type and the link to its page. The link is null without a page. */
export function recordText(type: string, id: string): { word: string; href: string | null } {
  const { word, path } = RECORDS[type] ?? { word: type.replaceAll("_", " "), path: null };
  return { word, href: path === null ? null : `${path}/${encodeURIComponent(id)}` };
}
