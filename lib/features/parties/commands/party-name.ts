import { findPartyName } from "./rename-party";

/** Returns the label of a party in the audit log: its name, else its id. */
export async function partyWords(partyId: string): Promise<string> {
  return (await findPartyName(partyId).catch(() => null)) ?? partyId;
}
