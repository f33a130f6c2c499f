/** The title of the interface in its description (interface.md, Versioning: marked Beta). */
export const INTERFACE_TITLE = "Ocean shipment and container tracking (Beta)";

/** The name under which the service sends deliveries. */
export const SERVICE_NAME = "Drayboard Tracking";
