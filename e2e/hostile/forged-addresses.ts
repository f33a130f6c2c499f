import { randomInt } from "node:crypto";
import { request } from "node:http";
import type { HostileRow, HostileTarget } from "./target";

/** An unknown share link: the dashboard allows 300 reads a minute from one address. */
const LINK = `/api/share/${"A".repeat(43)}`;
const READINGS = 400;
const AT_ONCE = 10;
/** Names of the header that carries a client's address inside the dashboard, of this version and as in former ones. */
const NAMES = ["x-peer-address", "x-peer-0123456789abcdef01234567"];

function read(url: string, localAddress: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(`${url}${LINK}`, { localAddress, headers, agent: false }, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    })
      .once("error", reject)
      .end();
  });
}

/** Reads a link with another forged address each time. The limit of the client's own address must hold. */
export async function forgedAddresses({ url }: HostileTarget): Promise<HostileRow[]> {
  const localAddress = `127.${randomInt(10, 250)}.${randomInt(1, 250)}.1`;
  const forged = () => {
    const address = `198.51.${randomInt(1, 250)}.${randomInt(1, 250)}`;
    return Object.fromEntries(NAMES.map((name) => [name, `${address} ${"0".repeat(32)}`]));
  };
  const statuses: number[] = [];
  for (let done = 0; done < READINGS; done += AT_ONCE)
    statuses.push(
      ...(await Promise.all(Array.from({ length: AT_ONCE }, () => read(url, localAddress, forged())))),
    );
  const refused = statuses.filter((status) => status === 429).length;
  return [
    {
      check: "Forged addresses: reads refused of one client",
      figure: `${refused} of ${READINGS}`,
      held: refused > 0,
    },
  ];
}
