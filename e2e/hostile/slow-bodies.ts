import { createConnection, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SIGNATURE_HEADER } from "@/lib/contract/events";
import { readProcess } from "./process-memory";
import type { HostileRow, HostileTarget } from "./target";

const BODY_BYTES = 990_000;
const ATTEMPTS = 300;
const ADDRESSES = 30;
/**
 * Time for the dashboard to receive all bodies. It is shorter than the body timeout, so that the dashboard still holds
 * all of them.
 */
const SETTLE_MS = 28_000;
/** Memory is measured after all bytes were sent and read. */
const QUIET_MS = 3_000;
/** Longer than the dashboard's body timeout, including a delayed start. */
const MAX_BODY_MS = 60_000;
const MAX_ADDED_MB = 110;

const WEBHOOK = {
  path: "/api/webhooks/tracking",
  head: ["Content-Type: application/json", `${SIGNATURE_HEADER}: ${"0".repeat(64)}`],
};
const ACTION = {
  path: "/sign-in",
  head: ["Content-Type: text/plain;charset=UTF-8", `Next-Action: ${"0".repeat(42)}`],
};

export type Attempt = { socket: Socket; answer: () => string; closedAfterMs: () => number | null };

/** Sends a request whose body has only its first bytes, by default all but one, and keeps the connection open. */
export function sendUnfinished(
  url: URL,
  { path, head }: typeof WEBHOOK,
  localAddress: string,
  bytes = BODY_BYTES - 1,
): Attempt {
  const begun = Date.now();
  let text = "";
  let closedAfterMs: number | null = null;
  const socket = createConnection({ host: url.hostname, port: Number(url.port), localAddress });
  socket.on("data", (chunk) => {
    text += chunk;
  });
  socket.on("error", () => {});
  socket.on("close", () => {
    closedAfterMs = Date.now() - begun;
  });
  const lines = [`POST ${path} HTTP/1.1`, `Host: ${url.host}`, `Content-Length: ${BODY_BYTES}`, ...head];
  socket.write(`${lines.join("\r\n")}\r\n\r\n`);
  socket.write(Buffer.alloc(bytes, "x"));
  return { socket, answer: () => text, closedAfterMs: () => closedAfterMs };
}

/** The status of a small, complete request from its own IP address. */
function statusOfWhole(url: URL, localAddress: string): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const socket = createConnection({ host: url.hostname, port: Number(url.port), localAddress });
    socket.setTimeout(10_000, () => socket.destroy());
    socket.on("data", (chunk) => {
      text += chunk;
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? "none"));
    socket.write(
      `POST ${WEBHOOK.path} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}`,
    );
  });
}

const isRefused = ({ answer }: Attempt) => /^HTTP\/1\.1 (429|503)[\s\S]*\r\nretry-after: \d+/i.test(answer());
export const isOpen = ({ closedAfterMs }: Attempt) => closedAfterMs() === null;

async function attack(
  { url: address, pids }: HostileTarget,
  { name, from, maxHeld }: { name: string; from: (index: number) => string; maxHeld: number },
): Promise<HostileRow[]> {
  const url = new URL(address);
  const before = readProcess(pids.dashboard ?? 0)?.megabytes ?? null;
  const attempts = Array.from({ length: ATTEMPTS }, (_, index) =>
    sendUnfinished(url, index % 3 === 2 ? ACTION : WEBHOOK, from(index)),
  );
  const countHeld = () => attempts.filter((attempt) => isOpen(attempt) && attempt.answer() === "").length;
  const settled = Date.now() + SETTLE_MS - QUIET_MS;
  while (countHeld() > maxHeld && Date.now() < settled) await pause(250);
  await pause(QUIET_MS);
  const after = readProcess(pids.dashboard ?? 0)?.megabytes ?? null;
  const refused = attempts.filter(isRefused).length;
  const held = countHeld();
  const other = await statusOfWhole(url, "127.0.9.9");
  const deadline = Date.now() + MAX_BODY_MS;
  while (attempts.some(isOpen) && Date.now() < deadline) await pause(250);
  const left = attempts.filter(isOpen).length;
  const maxMs = Math.max(...attempts.map(({ closedAfterMs }) => closedAfterMs() ?? MAX_BODY_MS));
  for (const { socket } of attempts) socket.destroy();
  const addedMb = before === null || after === null ? null : Math.round(after - before);
  return [
    { check: `${name}: unfinished requests held`, figure: `${held} of ${ATTEMPTS}`, held: held <= maxHeld },
    {
      check: `${name}: refused with 429 or 503 and Retry-After`,
      figure: `${refused} of ${ATTEMPTS}`,
      held: refused >= ATTEMPTS - maxHeld,
    },
    {
      check: `${name}: memory added`,
      figure: addedMb === null ? "not measured" : `${addedMb} MB`,
      held: addedMb === null || addedMb <= MAX_ADDED_MB,
    },
    { check: `${name}: a whole request of another address`, figure: other, held: other === "401" },
    {
      check: `${name}: the last unfinished request ended`,
      figure: left > 0 ? `${left} open after ${MAX_BODY_MS / 1_000} s` : `${(maxMs / 1_000).toFixed(1)} s`,
      held: left === 0,
    },
  ];
}

/**
 * Sends 300 unfinished bodies of 0.99 MB to the dashboard, first from one loopback address and then from 30. Targets
 * are the webhook route and a server action. Takes at most three minutes.
 */
export async function slowBodies(target: HostileTarget): Promise<HostileRow[]> {
  const fromOne = await attack(target, {
    name: "Slow bodies, one address",
    from: () => "127.0.8.1",
    maxHeld: 32,
  });
  const fromMany = await attack(target, {
    name: `Slow bodies, ${ADDRESSES} addresses`,
    from: (index) => `127.0.8.${1 + (index % ADDRESSES)}`,
    maxHeld: 64,
  });
  return [...fromOne, ...fromMany];
}
