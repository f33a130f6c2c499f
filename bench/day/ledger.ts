import type { Passed } from "@/bench/harness/round-robin";

/** Which kind of process asked the service. */
export type Asker = "dashboard" | "worker";

/** What a request was for, as far as its asker and address say. */
export const PURPOSES = [
  "pages",
  "lists",
  "single records",
  "party roles",
  "maps",
  "webhook and its deliveries",
  "what the account may do",
] as const;
export type Purpose = (typeof PURPOSES)[number];

const LIST =
  /^\/v2\/(parties|shipments|containers|tracking_requests|custom_fields|custom_field_definitions|documents)$/;
const PROBED = /^\/v2\/(vessels|containers\/[^/]+\/refresh)/;

function purposeOf(asker: Asker, url: URL): Purpose {
  const { pathname } = url;
  if (asker === "dashboard") return "pages";
  if (pathname.endsWith("/party_roles")) return "party roles";
  if (pathname.endsWith("/map_geojson")) return "maps";
  if (/^\/v2\/webhook/.test(pathname)) return "webhook and its deliveries";
  // One record of a list only shows that the key opens it.
  if (PROBED.test(pathname) || url.searchParams.get("page[size]") === "1") return "what the account may do";
  return LIST.test(pathname) ? "lists" : "single records";
}

type Entry = { asker: Asker; purpose: Purpose; path: string; status: number | null };

/** Every request that reached the service, by caller and purpose. */
export class Ledger {
  private entries: Entry[] = [];

  heard(asker: Asker, { path, status }: Pick<Passed, "path" | "status">): void {
    const url = new URL(path, "http://service");
    this.entries.push({ asker, purpose: purposeOf(asker, url), path, status });
  }

  /** Forgets what was heard so far. */
  clear(): void {
    this.entries = [];
  }

  count(purpose: Purpose, path = ""): number {
    return this.entries.filter((entry) => entry.purpose === purpose && entry.path.startsWith(path)).length;
  }

  /** Answers with this status, whoever asked. */
  answered(status: number): number {
    return this.entries.filter((entry) => entry.status === status).length;
  }

  /** Addresses of a purpose that were asked for more than once, and how often beyond the first time. */
  again(purpose: Purpose): number {
    const paths = this.entries.filter((entry) => entry.purpose === purpose).map(({ path }) => path);
    return paths.length - new Set(paths).size;
  }
}
