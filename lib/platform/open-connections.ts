import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { logger } from "./log";

export interface ConnectionLimits {
  /** The maximum number of open connections, without those that are always admitted. */
  inAll: number;
  /** The maximum number of connections of one network on which no request is in progress. */
  idlePerNetwork: number;
}

interface Options {
  limits?: ConnectionLimits;
  /** Whether a peer is admitted beyond the limits. A peer on this machine, as a probe of the supervisor, always is. */
  isAdmitted?: (address: string) => boolean;
  /** The network as which an address is counted. */
  networkOf?: (address: string) => string;
}

const MAX_CONNECTIONS = 8_192;
const MAX_IDLE_PER_NETWORK = 512;
/** Admitted peers may open half as many connections again. */
const ADMITTED_SHARE = 1.5;
const REPORT_MS = 60_000;
/** The limit where the system does not tell its own. */
const USUAL_OPEN_FILES = 10_240;

/** The maximum number of files and sockets that this process may open. */
function maxOpenFiles(): number {
  try {
    const soft = /^Max open files\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "utf8"))?.[1];
    return soft === undefined ? USUAL_OPEN_FILES : Number(soft);
  } catch {
    return USUAL_OPEN_FILES;
  }
}

/** The limits for a process that may open `files`: half of them are left for the database, for files and for admitted peers. */
export function connectionLimits(files = maxOpenFiles()): ConnectionLimits {
  const inAll = Math.min(MAX_CONNECTIONS, Math.floor(files / 2));
  return { inAll, idlePerNetwork: Math.min(MAX_IDLE_PER_NETWORK, Math.floor(inAll / 2)) };
}

/** Logs the number of closed connections once a minute, while there are any. */
function closedReport(): () => void {
  let closed = 0;
  return () => {
    closed += 1;
    if (closed > 1) return;
    setTimeout(() => {
      logger("connections").warn({ closed }, "too many connections were open, idle or new ones were closed");
      closed = 0;
    }, REPORT_MS).unref();
  };
}

interface Connection {
  socket: Socket;
  network: string;
  requests: number;
}

/**
 * Limits the open connections of a server. Past a limit the longest idle connection is closed at once: that of the
 * network with most of them, which can be the new one. A connection with a request in progress is never closed.
 * @returns counts a connection that was opened before the call
 */
export function limitConnections(
  server: Server,
  { limits = connectionLimits(), isAdmitted = () => false, networkOf = (address) => address }: Options = {},
): (socket: Socket) => void {
  const open = new Map<Socket, Connection>();
  const idle = new Map<string, Set<Connection>>();
  const reportClosed = closedReport();

  function noteIdle(connection: Connection): void {
    const others = idle.get(connection.network) ?? new Set();
    idle.set(connection.network, others.add(connection));
  }

  function noteBusy(connection: Connection): void {
    const others = idle.get(connection.network);
    others?.delete(connection);
    if (others?.size === 0) idle.delete(connection.network);
  }

  function drop(connection: Connection): void {
    open.delete(connection.socket);
    noteBusy(connection);
  }

  function closeOldest(connections: Iterable<Connection>): void {
    const [oldest] = connections;
    if (oldest === undefined) return;
    drop(oldest);
    oldest.socket.destroy();
    reportClosed();
  }

  function largestIdle(): Iterable<Connection> {
    let largest = new Set<Connection>();
    for (const each of idle.values()) if (each.size > largest.size) largest = each;
    return largest;
  }

  function enforce({ network }: Connection): void {
    const own = idle.get(network);
    if (own && own.size > limits.idlePerNetwork) closeOldest(own);
    if (open.size > limits.inAll) closeOldest(largestIdle());
  }

  function add(socket: Socket): void {
    const { remoteAddress = "unknown", localAddress } = socket;
    if (open.has(socket) || remoteAddress === localAddress || isAdmitted(remoteAddress)) return;
    const connection = { socket, network: networkOf(remoteAddress), requests: 0 };
    open.set(socket, connection);
    socket.once("close", () => drop(connection));
    noteIdle(connection);
    enforce(connection);
  }

  server.maxConnections = Math.floor(limits.inAll * ADMITTED_SHARE);
  server.on("drop", reportClosed);
  server.on("connection", add);
  server.on("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = open.get(socket);
    if (!connection) return;
    connection.requests += 1;
    noteBusy(connection);
    response.once("close", () => {
      connection.requests -= 1;
      if (connection.requests > 0 || !open.has(socket)) return;
      noteIdle(connection);
      enforce(connection);
    });
  });
  return add;
}
