import type { Passed } from "@/bench/harness/round-robin";

/** The kind of process that sent the request to the service. */
export type Asker = "dashboard" | "worker";

/** The purpose of a request, as far as its requester and URL show it. */
export const PURPOSES = [
  "pages",
  "lists",
  "single records",
  "party roles",
  "maps",
  "vessel positions",
  "webhook and its deliveries",
  "what the account may do",
] as const;
export type Purpose = (typeof PURPOSES)[number];

const LIST =
  /^\/v2\/(parties|shipments|containers|tracking_requests|custom_fields|custom_field_definitions|documents)$/;
/** The vessel of the nil UUID is only requested to learn whether the plan has positions. */
const PROBED = /^\/v2\/(vessels\/00000000-0000-0000-0000-0+$|containers\/[^/]+\/refresh)/;

function purposeOf(asker: Asker, url: URL): Purpose {
  const { pathname } = url;
  if (asker === "dashboard") return "pages";
  if (pathname.endsWith("/party_roles")) return "party roles";
  if (pathname.endsWith("/map_geojson")) return "maps";
  if (/^\/v2\/webhook/.test(pathname)) return "webhook and its deliveries";
  // A list request for one record only checks that the key can read the list.
  if (PROBED.test(pathname) || url.searchParams.get("page[size]") === "1") return "what the account may do";
  if (pathname.startsWith("/v2/vessels/")) return "vessel positions";
  return LIST.test(pathname) ? "lists" : "single records";
}

type Entry = { requester: Asker; purpose: Purpose; path: string; status: number | null };

/** Every request that reached the service, by caller and purpose. */
export class Ledger {
  private entries: Entry[] = [];

  heard(asker: Asker, { path, status }: Pick<Passed, "path" | "status">): void {
    const url = new URL(path, "http://service");
    this.entries.push({ requester: asker, purpose: purposeOf(asker, url), path, status });
  }

  /** Clears everything recorded so far. */
  clear(): void {
    this.entries = [];
  }

  /** The number of all requests. */
  get total(): number {
    return this.entries.length;
  }

  count(purpose: Purpose, path = ""): number {
    return this.entries.filter((entry) => entry.purpose === purpose && entry.path.startsWith(path)).length;
  }

  /** The number of responses with this status, from any requester. */
  answered(status: number): number {
    return this.entries.filter((entry) => entry.status === status).length;
  }

  /** The number of repeated requests for a purpose: requests for the same URL after the first one. */
  again(purpose: Purpose): number {
    const paths = this.entries.filter((entry) => entry.purpose === purpose).map(({ path }) => path);
    return paths.length - new Set(paths).size;
  }
}
