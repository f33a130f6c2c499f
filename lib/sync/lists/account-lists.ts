import type { Parameters } from "@/lib/tracking-client/types";
import { CONTAINER_INCLUDE, SHIPMENT_LIST_INCLUDE } from "./include-params";

/** One of the account's lists: its path, the type of its records, and the page size. */
export type AccountList = { path: string; type: string; parameters: Parameters; pageSize: number };

/**
 * The account's lists, in the order in which their records reference each other. Records with included records have
 * smaller pages, to limit a response to a few megabytes.
 */
export const ACCOUNT_LISTS: readonly AccountList[] = [
  { path: "parties", type: "party", parameters: {}, pageSize: 1_000 },
  {
    path: "shipments",
    type: "shipment",
    parameters: { include: SHIPMENT_LIST_INCLUDE, "flag[parties]": true },
    pageSize: 500,
  },
  { path: "containers", type: "container", parameters: { include: CONTAINER_INCLUDE }, pageSize: 500 },
  { path: "tracking_requests", type: "tracking_request", parameters: {}, pageSize: 1_000 },
];
