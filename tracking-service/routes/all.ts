import type { Endpoint } from "@/tracking-service/endpoints/operation";
import { customFieldDefinitionEndpoints } from "@/tracking-service/routes/custom-data/custom-field-definitions";
import { customFieldOptionEndpoints } from "@/tracking-service/routes/custom-data/custom-field-options";
import { customFieldEndpoints } from "@/tracking-service/routes/custom-data/custom-fields";
import { directUploadEndpoints } from "@/tracking-service/routes/custom-data/direct-uploads";
import { documentEndpoints } from "@/tracking-service/routes/custom-data/documents";
import { emailSubmissionEndpoints } from "@/tracking-service/routes/custom-data/email-submissions";
import { webhookNotificationEndpoints } from "@/tracking-service/routes/webhooks/webhook-notifications";
import { webhookToolEndpoints } from "@/tracking-service/routes/webhooks/webhook-tools";
import { webhookEndpoints } from "@/tracking-service/routes/webhooks/webhooks";
import { containerEndpoints } from "./containers";
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

/** Every endpoint of the service. When several paths match an address, the first one in this list is used. */
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
  ...directUploadEndpoints,
  ...emailSubmissionEndpoints,
];
