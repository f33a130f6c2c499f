import { randomInt } from "node:crypto";
import { request } from "node:http";
import type { HostileRow, HostileTarget } from "@/e2e/hostile/target";
import { installedNginx, startNginx } from "@/scripts/test/nginx";

/** The address of nginx. The stack must be started with TRUSTED_PROXIES=127.0.0.2/32. */
const PROXY_ADDRESS = "127.0.0.2";
/** An unknown share link. Its reads are counted by IP address like sign-in attempts, but need no password hash. */
const LINK = `/api/share/${"A".repeat(43)}`;
/** The dashboard allows 300 reads a minute from one IP address. */
const READINGS = 400;
const AT_ONCE = 10;
const REQUEST_MS = 30_000;

type Writer = { url: string; localAddress: string; forwarded?: () => string };

/** The status of one read of the link. */
function read({ url, localAddress, forwarded }: Writer): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = forwarded ? { "x-forwarded-for": forwarded() } : {};
    const options = { localAddress, headers, agent: false, timeout: REQUEST_MS };
    const sent = request(`${url}${LINK}`, options, (response) => {
      response.resume().once("end", () => resolve(response.statusCode ?? 0));
    });
    sent.once("error", reject);
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.end();
  });
}

/** Counts the successful and the rate-limited reads of one client. */
async function readOften(writer: Writer): Promise<{ answered: number; refused: number }> {
  const statuses: number[] = [];
  for (let done = 0; done < READINGS; done += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => read(writer)))));
  const count = (status: number) => statuses.filter((one) => one === status).length;
  return { answered: count(404), refused: count(429) };
}

/**
 * Reads a link through a real nginx on 127.0.0.2 until the client is rejected. Another client behind the same nginx
 * must not be rejected. A client that bypasses nginx must gain nothing from forged headers. Needs nginx, and the stack
 * started with TRUSTED_PROXIES=127.0.0.2/32. Takes about a minute at most.
 */
export async function trustedProxies({ url }: HostileTarget): Promise<HostileRow[]> {
  if (!installedNginx())
    return [{ check: "Trusted proxies", figure: "not run: nginx is not installed", held: false }];
  // Random addresses for this run, because those of an earlier run may still be rejected.
  const network = `127.${randomInt(10, 250)}.${randomInt(1, 250)}`;
  const forwarded = () => `198.51.${randomInt(1, 250)}.${randomInt(1, 250)}`;
  const nginx = await startNginx({ upstream: url, bind: PROXY_ADDRESS });
  try {
    const attacker = await readOften({ url: nginx.url, localAddress: `${network}.1`, forwarded });
    const other = await read({ url: nginx.url, localAddress: `${network}.2` });
    const past = await readOften({ url, localAddress: `${network}.3`, forwarded });
    const figure = ({ answered, refused }: typeof past) => `${answered} answered, ${refused} refused`;
    return [
      {
        check: "Trusted proxies: one client behind nginx",
        figure: figure(attacker),
        held: attacker.refused > 0,
      },
      {
        check: "Trusted proxies: another client behind nginx",
        figure: String(other),
        held: attacker.refused > 0 && other === 404,
      },
      {
        check: "Trusted proxies: a client past nginx with forged headers",
        figure: figure(past),
        held: past.refused > 0,
      },
    ];
  } finally {
    await nginx.stop();
  }
}
