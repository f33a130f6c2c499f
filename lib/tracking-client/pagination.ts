import type { CollectionDocument } from "@/lib/contract/json-api";
import type { TrackingClient } from "./client";
import type { Fetched, Parameters } from "./types";

const PAGE_SIZE = 100;

const identities = ({ data }: CollectionDocument) => data.map(({ type, id }) => `${type} ${id}`).join("\n");

/**
 * Yields a list's pages until `meta.total` records were received or, without a total, no more are returned. The service
 * may return smaller pages than requested, or all records for any page number. No URL in `links` is followed. Throws
 * the client's errors.
 */
export async function* eachPage(
  client: TrackingClient,
  path: string,
  parameters: Parameters = {},
): AsyncGenerator<Fetched<CollectionDocument>> {
  let seen = 0;
  let before = "";
  for (let page = 1; ; page += 1) {
    const fetched = await client.getPage(path, {
      ...parameters,
      "page[number]": page,
      "page[size]": PAGE_SIZE,
    });
    const { data, meta } = fetched.document;
    const these = identities(fetched.document);
    if (!data.length || these === before) return;
    yield fetched;
    seen += data.length;
    before = these;
    if (meta?.total !== undefined && seen >= meta.total) return;
  }
}
