/** What the interface calls itself in its description (interface.md, Versioning: marked Beta). */
export const INTERFACE_TITLE = "Ocean shipment and container tracking (Beta)";
