/** The included records that each fetch requests (supplement.md, Endpoints). */
export const CONTAINER_INCLUDE = "shipment,pod_terminal,pickup_facility,transport_events";
const SHIPMENT_INCLUDE = "port_of_lading,port_of_discharge,pod_terminal,destination,destination_terminal";
export const SHIPMENT_LIST_INCLUDE = `${SHIPMENT_INCLUDE},party_roles.party`;
export const ONE_SHIPMENT_INCLUDE = `${SHIPMENT_INCLUDE},containers`;
export const TRANSPORT_EVENT_INCLUDE = "location,vessel,terminal";
export const NOTIFICATION_INCLUDE = "reference_object,reference_object.container,reference_object.shipment";

/** Documents include the containers they are linked to, and the email that brought them. */
export const DOCUMENT_INCLUDE = "cargos,email_submission";
