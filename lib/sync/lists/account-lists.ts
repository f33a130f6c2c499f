import type { Parameters } from "@/lib/tracking-client/types";
import { CONTAINER_INCLUDE, SHIPMENT_LIST_INCLUDE } from "./include-params";

/** One of the account's lists: where it is, the type of its records, and how many are asked for at a time. */
export type AccountList = { path: string; type: string; parameters: Parameters; pageSize: number };

/**
 * The account's lists, in the order in which their records name each other. Records that bring others along come fewer at
 * a time, so that an answer stays some megabytes.
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
