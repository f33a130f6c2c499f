import type { Access } from "@/lib/auth/access/access-matrix";
import { type Caller, tokenOf } from "./callers";

/** A container that only the first customer may see. */
export type OwnContainer = { id: string; number: string };

const NO_RECORD = "00000000-0000-4000-8000-000000000000";
const PLACE = /\[(\.\.\.)?(\w+)(?:=([^\]]+))?\]/g;

/** Whether a row returns containers to a customer: one by its id, or all of theirs. */
export const tellsOfContainers = (row: string): boolean => /\[id\]$|(^|\/)my$/.test(row);

/** The value for an id: an unknown record, or the first customer's container in rows for customers. */
const idFor = (access: Access, container: OwnContainer): string =>
  access === "containers" ? container.id : NO_RECORD;

/** The URL parameters for this caller: a value named by the row, the caller's token, or an id. */
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

/** The path of a row's URL with its parameters filled in. It includes the container where customers request one. */
export function pathTo(address: string, access: Access, caller: Caller, container: OwnContainer): string {
  const places = placesIn(address, access, caller, container);
  const path = address.replace(PLACE, (_, _rest, name: string) => [places[name] ?? []].flat().join("/"));
  return access === "containers" && path.startsWith("/api/") ? `${path}?container=${container.id}` : path;
}
