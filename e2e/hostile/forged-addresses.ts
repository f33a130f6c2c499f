import { randomInt } from "node:crypto";
import { countResults, readLink } from "./client";
import type { HostileRow, HostileTarget } from "./target";

/** The dashboard allows 300 reads a minute from one address. */
const READINGS = 400;
/** Names of the header that carries a client's address inside the dashboard, of this version and as in former ones. */
const NAMES = ["x-peer-address", "x-peer-0123456789abcdef01234567"];

/** Reads a link with another forged address each time. The limit of the client's own address must hold. */
export async function forgedAddresses({ url }: HostileTarget): Promise<HostileRow[]> {
  const localAddress = `127.${randomInt(10, 250)}.${randomInt(1, 250)}.1`;
  const headers = () => {
    const address = `198.51.${randomInt(1, 250)}.${randomInt(1, 250)}`;
    return Object.fromEntries(NAMES.map((name) => [name, `${address} ${"0".repeat(32)}`]));
  };
  const count = await countResults(READINGS, () => readLink({ url, localAddress, headers }));
  return [
    {
      check: "Forged addresses: reads refused of one client",
      figure: `${count(429)} of ${READINGS}`,
      held: count(429) > 0,
    },
  ];
}
