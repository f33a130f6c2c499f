import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { HostileRow, HostileTarget } from "./target";

const CONNECTIONS = 1_500;
const AT_ONCE = 50;
/** The limit of idle connections of one network. */
const MAX_IDLE = 512;
const SETTLE_MS = 5_000;
const ANSWER_MS = 30_000;

interface Sent {
  socket: Socket;
  answer: () => string;
}

/** Sends this on a new connection, and keeps it open. */
async function send(url: URL, localAddress: string, text: string): Promise<Sent> {
  let answer = "";
  const socket = connect({ host: url.hostname, port: Number(url.port), localAddress });
  socket.on("data", (chunk) => {
    answer += chunk;
  });
  socket.on("error", () => {});
  await Promise.race([once(socket, "connect"), once(socket, "close")]);
  if (socket.writable && text !== "") socket.write(text);
  return { socket, answer: () => answer };
}

async function sendMany(url: URL, localAddress: string, text: string): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (let count = 0; count < CONNECTIONS; count += AT_ONCE)
    sent.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => send(url, localAddress, text)))));
  return sent;
}

const statusOf = ({ answer }: Sent) => /^HTTP\/1\.1 (\d{3})/.exec(answer())?.[1] ?? "none";

/** The status of one request line and its Location, on a connection of its own. */
async function statusOfLine(url: URL, line: string): Promise<string> {
  const head = `${line} HTTP/1.1\r\nHost: ${url.host}\r\nConnection: close\r\n\r\n`;
  const sent = await send(url, "127.0.10.9", head);
  sent.socket.setTimeout(ANSWER_MS, () => sent.socket.destroy());
  if (!sent.socket.closed) await once(sent.socket, "close");
  return `${statusOf(sent)} ${/^location: (.*)\r$/im.exec(sent.answer())?.[1] ?? ""}`.trim();
}

async function upgrades(url: URL): Promise<HostileRow> {
  const head = `GET /x HTTP/1.1\r\nHost: ${url.host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
  const sent = await sendMany(url, "127.0.10.1", head);
  const deadline = Date.now() + ANSWER_MS;
  const left = () => sent.filter(({ socket }) => !socket.closed).length;
  while (left() > 0 && Date.now() < deadline) await pause(250);
  const open = left();
  for (const { socket } of sent) socket.destroy();
  return {
    check: "Upgrades: connections left open",
    figure: `${open} of ${CONNECTIONS}`,
    held: open === 0,
  };
}

async function idle(url: URL): Promise<HostileRow[]> {
  const sent = await sendMany(url, "127.0.10.2", "");
  await pause(SETTLE_MS);
  const open = sent.filter(({ socket }) => !socket.closed).length;
  const other = await statusOfLine(url, "GET /api/health/live");
  for (const { socket } of sent) socket.destroy();
  return [
    { check: "Idle connections held", figure: `${open} of ${CONNECTIONS}`, held: open <= MAX_IDLE },
    { check: "Idle connections: another client", figure: other, held: other === "200" },
  ];
}

async function requestLines(url: URL): Promise<HostileRow[]> {
  const lines = ["OPTIONS *", "GET http://elsewhere.example/board/", "GET //elsewhere.example/board/"];
  const rows: HostileRow[] = [];
  for (const line of lines) {
    const figure = await statusOfLine(url, line);
    rows.push({
      check: `Request line: ${line}`,
      figure,
      held: /^[34]/.test(figure) && !/elsewhere/.test(new URL(figure.split(" ")[1] ?? "/", url).host),
    });
  }
  return rows;
}

/**
 * Opens 1,500 connections with an upgrade that no page has, then as many that send nothing, from one address each. Sends
 * request lines without a path. The dashboard must go on for others.
 */
export async function openConnections(target: HostileTarget): Promise<HostileRow[]> {
  const url = new URL(target.url);
  return [await upgrades(url), ...(await idle(url)), ...(await requestLines(url))];
}
