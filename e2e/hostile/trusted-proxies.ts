import { randomInt } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, countResults, readLink, send } from "@/e2e/hostile/client";
import type { HostileRow, HostileTarget } from "@/e2e/hostile/target";
import { installedNginx, startNginx } from "@/scripts/test/nginx";

/** The address of nginx. The stack must be started with TRUSTED_PROXIES=127.0.0.2/32. */
const PROXY_ADDRESS = "127.0.0.2";
/** The dashboard allows 300 reads a minute from one IP address. */
const READINGS = 400;
const OTHER_HOST = "upstream.example";

/** Counts the successful and the rate-limited reads of one client. */
async function readOften(client: Client): Promise<{ answered: number; refused: number }> {
  const count = await countResults(READINGS, () => readLink(client));
  return { answered: count(404), refused: count(429) };
}

/** A form through a proxy that sends a Host of its own must name both hosts, to its user and in the log. */
async function changedHost({ url, system }: HostileTarget): Promise<HostileRow> {
  const nginx = await startNginx({ upstream: url, bind: PROXY_ADDRESS, host: OTHER_HOST });
  try {
    const headers = () => ({
      host: new URL(nginx.url).host,
      origin: nginx.url,
      "next-action": "0".repeat(42),
      "content-type": "text/plain;charset=UTF-8",
    });
    const form = { method: "POST", body: "[]" };
    const { status, text } = await send(
      { url: nginx.url, localAddress: "127.0.0.1", headers },
      "/sign-in",
      form,
    );
    const hosts = [new URL(nginx.url).host, OTHER_HOST];
    const log = await readFile(join(system.dataDir, "logs", "dashboard.log"), "utf8");
    const isLogged = log.split("\n").some((line) => hosts.every((host) => line.includes(host)));
    return {
      check: "A proxy that changes Host: message and log name both hosts",
      figure: `${status} "${text.trim()}"${isLogged ? "" : ", not logged"}`,
      held: status === 403 && hosts.every((host) => text.includes(host)) && isLogged,
    };
  } finally {
    await nginx.stop();
  }
}

/**
 * Reads a link through a real nginx on 127.0.0.2 until the client is rejected. Another client behind the same nginx
 * must not be rejected. A client that bypasses nginx must gain nothing from forged headers. Then an nginx that changes the
 * header Host. Needs nginx, and the stack
 * started with TRUSTED_PROXIES=127.0.0.2/32. Takes about a minute at most.
 */
export async function trustedProxies(target: HostileTarget): Promise<HostileRow[]> {
  const { url } = target;
  if (!installedNginx())
    return [{ check: "Trusted proxies", figure: "not run: nginx is not installed", held: false }];
  // Random addresses for this run, because those of an earlier run may still be rejected.
  const network = `127.${randomInt(10, 250)}.${randomInt(1, 250)}`;
  const headers = () => ({ "x-forwarded-for": `198.51.${randomInt(1, 250)}.${randomInt(1, 250)}` });
  const nginx = await startNginx({ upstream: url, bind: PROXY_ADDRESS });
  try {
    const attacker = await readOften({ url: nginx.url, localAddress: `${network}.1`, headers });
    const other = await readLink({ url: nginx.url, localAddress: `${network}.2` });
    const past = await readOften({ url, localAddress: `${network}.3`, headers });
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
      await changedHost(target),
    ];
  } finally {
    await nginx.stop();
  }
}
