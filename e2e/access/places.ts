import type { Access } from "@/lib/auth/access/access-matrix";
import { type Caller, tokenOf } from "./callers";

/** A box of the first customer, and of nobody else. */
export type OwnBox = { id: string; number: string };

const NO_RECORD = "00000000-0000-4000-8000-000000000000";
const PLACE = /\[(\.\.\.)?(\w+)(?:=([^\]]+))?\]/g;

/** Where a customer is told of boxes: of one by its id, or of all of theirs. */
export const tellsOfBoxes = (row: string): boolean => /\[id\]$|(^|\/)my$/.test(row);

/** What stands for an id: a record nobody has, but the first customer's box where customers come. */
const idFor = (access: Access, box: OwnBox): string => (access === "boxes" ? box.id : NO_RECORD);

/** The places in an address as this caller fills them: a value the row names, their token, else an id. */
export function placesIn(
  address: string,
  access: Access,
  caller: Caller,
  box: OwnBox,
): Record<string, string | string[]> {
  return Object.fromEntries(
    [...address.matchAll(PLACE)].map(([, rest, name = "", value]) => {
      const known = { token: tokenOf(caller), report: "deadlines", page: "you" }[name];
      return [name, rest ? ["session"] : (value ?? known ?? idFor(access, box))];
    }),
  );
}

/** The path of a row's address with its places filled, and the box asked for where customers ask for one. */
export function pathTo(address: string, access: Access, caller: Caller, box: OwnBox): string {
  const places = placesIn(address, access, caller, box);
  const path = address.replace(PLACE, (_, _rest, name: string) => [places[name] ?? []].flat().join("/"));
  return access === "boxes" && path.startsWith("/api/") ? `${path}?box=${box.id}` : path;
}
