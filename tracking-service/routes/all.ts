import type { Endpoint } from "@/tracking-service/endpoints/operation";
import { containerEndpoints } from "./containers";
import { customFieldDefinitionEndpoints } from "./custom-field-definitions";
import { customFieldOptionEndpoints } from "./custom-field-options";
import { customFieldEndpoints } from "./custom-fields";
import { documentEndpoints } from "./documents";
import { emailSubmissionEndpoints } from "./email-submissions";
import { inferNumberEndpoints } from "./infer-number";
import { mapEndpoints } from "./map-geojson";
import { partyEndpoints } from "./parties";
import { partyRoleEndpoints } from "./party-roles";
import { placeEndpoints } from "./places";
import { rawEventEndpoints } from "./raw-events";
import { searchEndpoints } from "./search";
import { shipmentEndpoints } from "./shipments";
import { shippingLineEndpoints } from "./shipping-lines";
import { trackingRequestEndpoints } from "./tracking-requests";
import { vesselEndpoints } from "./vessels";
import { webhookNotificationEndpoints } from "./webhook-notifications";
import { webhookToolEndpoints } from "./webhook-tools";
import { webhookEndpoints } from "./webhooks";

/** Every endpoint of the service. Where two paths fit an address, the first that stands here is taken. */
export const ENDPOINTS: readonly Endpoint[] = [
  ...shipmentEndpoints,
  ...containerEndpoints,
  ...mapEndpoints,
  ...rawEventEndpoints,
  ...partyRoleEndpoints,
  ...inferNumberEndpoints,
  ...trackingRequestEndpoints,
  ...partyEndpoints,
  ...webhookToolEndpoints,
  ...webhookEndpoints,
  ...placeEndpoints,
  ...vesselEndpoints,
  ...shippingLineEndpoints,
  ...webhookNotificationEndpoints,
  ...searchEndpoints,
  ...customFieldDefinitionEndpoints,
  ...customFieldOptionEndpoints,
  ...customFieldEndpoints,
  ...documentEndpoints,
  ...emailSubmissionEndpoints,
];
