/** Names of the cache tags: what a cached read depends on and what a change expires. */
export const containerTag = (id: string) => `container:${id}`;
export const shipmentTag = (id: string) => `shipment:${id}`;
export const PARTIES_TAG = "parties";
export const REQUESTS_TAG = "requests";
export const COUNTS_TAG = "counts";

/** How the tags of single records begin; of these there are as many as records, of the others a handful. */
export const RECORD_TAGS = [containerTag(""), shipmentTag("")];

export const isRecordTag = (tag: string) => RECORD_TAGS.some((prefix) => tag.startsWith(prefix));
