import type { Access } from "@/lib/auth/access/access-matrix";
import { type Caller, tokenOf } from "./callers";

/** A container of the first customer, and of nobody else. */
export type OwnContainer = { id: string; number: string };

const NO_RECORD = "00000000-0000-4000-8000-000000000000";
const PLACE = /\[(\.\.\.)?(\w+)(?:=([^\]]+))?\]/g;

/** Where a customer is notified of containers: of one by its id, or of all of theirs. */
export const tellsOfContainers = (row: string): boolean => /\[id\]$|(^|\/)my$/.test(row);

/** What stands for an id: a record nobody has, but the first customer's container where customers come. */
const idFor = (access: Access, container: OwnContainer): string =>
  access === "containers" ? container.id : NO_RECORD;

/** The places in an address as this caller fills them: a value the row names, their token, else an id. */
export function placesIn(
  address: string,
  access: Access,
  caller: Caller,
  container: OwnContainer,
): Record<string, string | string[]> {
  return Object.fromEntries(
    [...address.matchAll(PLACE)].map(([, rest, name = "", value]) => {
      const known = { token: tokenOf(caller), report: "deadlines", page: "you" }[name];
      return [name, rest ? ["session"] : (value ?? known ?? idFor(access, container))];
    }),
  );
}

/** The path of a row's address with its places filled, and the container asked for where customers ask for one. */
export function pathTo(address: string, access: Access, caller: Caller, container: OwnContainer): string {
  const places = placesIn(address, access, caller, container);
  const path = address.replace(PLACE, (_, _rest, name: string) => [places[name] ?? []].flat().join("/"));
  return access === "containers" && path.startsWith("/api/") ? `${path}?container=${container.id}` : path;
}
