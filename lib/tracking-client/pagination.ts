import type { CollectionDocument } from "@/lib/contract/json-api";
import type { TrackingClient } from "./client";
import type { Fetched, Parameters } from "./types";

const PAGE_SIZE = 100;

const identities = ({ data }: CollectionDocument) => data.map(({ type, id }) => `${type} ${id}`).join("\n");

/**
 * A list's pages, one after another, until all of `meta.total` came or, where that is not reported, nothing more does. The
 * service may give fewer records a page than asked for, or all at once whatever page is asked; no address in `links` is
 * followed. Throws what the client throws.
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
