import { findPartyName } from "./rename-party";

/** What to call a party in a record: its name, else its id. */
export async function partyWords(partyId: string): Promise<string> {
  return (await findPartyName(partyId).catch(() => null)) ?? partyId;
}
