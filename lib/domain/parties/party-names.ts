import { foldText } from "@/lib/platform/text/fold-text";

type Named = { name: string };

/** A name without case, accents, spaces and punctuation: names of one company are written in different ways. */
const partyKey = (name: string): string => foldText(name).replace(/[^\p{L}\p{N}]+/gu, "");

/** Whether two names differ only in case and the spaces around them: the service refuses such a second party. */
export const isSameName = (a: string, b: string): boolean =>
  a.trim().toLowerCase() === b.trim().toLowerCase();

/** Whether two names differ only in case, accents, spaces and punctuation. */
export function isNearName(a: string, b: string): boolean {
  const key = partyKey(a);
  return key === "" ? isSameName(a, b) : key === partyKey(b);
}

/** Whether a party is found by the typed text. */
export function isFoundBy({ name }: Named, typed: string): boolean {
  const wanted = typed.trim();
  const key = partyKey(wanted);
  return foldText(name).includes(foldText(wanted)) || (key !== "" && partyKey(name).includes(key));
}

/** Whether a party can be created with the typed name: the service has none of this name. */
export const isNewName = (parties: readonly Named[], typed: string): boolean =>
  typed.trim() !== "" && !parties.some(({ name }) => isSameName(name, typed));

/** The parties with near matches of the typed name first, else in their order. */
export function nearestFirst<Party extends Named>(parties: readonly Party[], typed: string): Party[] {
  const isNear = ({ name }: Party) => typed.trim() !== "" && isNearName(name, typed);
  return [...parties.filter(isNear), ...parties.filter((party) => !isNear(party))];
}
