/** Names of the cache tags: what a cached read depends on and what a change expires. */
export const containerTag = (id: string) => `container:${id}`;
export const shipmentTag = (id: string) => `shipment:${id}`;
export const PARTIES_TAG = "parties";
export const REQUESTS_TAG = "requests";
export const COUNTS_TAG = "counts";
