import { containerHref, shipmentHref } from "@/lib/features/containers/urls";

const KINDS: Readonly<Record<string, string>> = {
  container: "Container",
  shipment: "Shipment",
  party: "Party",
  document: "Document",
  tracking_request: "Request",
  custom_field_definition: "Custom field",
  job: "Job",
  view: "View",
  line: "Line",
  terminal: "Terminal",
  delivery: "Delivery",
  report: "Report",
  webhook: "Webhook",
  user: "User",
  unknown_email: "Unknown email",
  share_link: "Share link",
};

/** The label of a record type. An unknown type is shown as stored, with spaces instead of underscores. */
export const kindText = (type: string): string => KINDS[type] ?? type.replaceAll("_", " ");

/** The page of a record in Drayboard. Null for types without their own page. */
export function recordHref(type: string, id: string): string | null {
  switch (type) {
    case "container":
      return containerHref(id);
    case "shipment":
      return shipmentHref(id);
    case "job":
      return `/jobs/${encodeURIComponent(id)}`;
    case "delivery":
      return `/settings/inbox/${encodeURIComponent(id)}`;
    case "report":
      return `/reports/${encodeURIComponent(id)}`;
    default:
      return null;
  }
}
