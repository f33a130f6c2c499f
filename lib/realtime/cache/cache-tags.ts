/** Names of the cache tags. Cached reads depend on them, and changes expire them. */
export const containerTag = (id: string) => `container:${id}`;
export const shipmentTag = (id: string) => `shipment:${id}`;
export const PARTIES_TAG = "parties";
export const REQUESTS_TAG = "requests";
export const COUNTS_TAG = "counts";

/** Prefixes of the tags of single records. There are as many of these as records, but only a few other tags. */
export const RECORD_TAGS = [containerTag(""), shipmentTag("")];

export const isRecordTag = (tag: string) => RECORD_TAGS.some((prefix) => tag.startsWith(prefix));
