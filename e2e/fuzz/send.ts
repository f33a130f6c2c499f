import { Agent, request as openRequest } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import type { Breakage, Shot } from "./requests";

/** The response. Status 0: the connection ended without a response. `late`: no response in time. */
export type HttpResponse = {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  text: string;
  late: boolean;
};

const MAX_MS = 30_000;
const MAX_BROKEN_MS = 1_500;
/** Consecutive requests come from one IP address, so that they can reuse a connection. */
const REQUESTS_AN_ADDRESS = 40;
const MAX_BYTES = 8_000_000;
/** Time for which a stream is read. */
const STREAM_MS = 60;

const NONE: HttpResponse = { status: 0, headers: {}, text: "", late: false };

/**
 * The local IP address for a request. Changing addresses avoid the limits per address. The first thousand requests
 * avoid 127.0.0.1, which other tests use. Null: the system has only that address.
 */
export const addressOfShot = (number: number): string | null =>
  process.platform === "linux" ? addressNumbered(Math.floor(number / REQUESTS_AN_ADDRESS)) : null;

const addressNumbered = (at: number) => `127.77.${Math.floor(at / 250) % 4}.${(at % 250) + 1}`;

const KEPT = new Agent({ keepAlive: true, maxFreeSockets: 16 });

const DECODERS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: gunzipSync,
  br: brotliDecompressSync,
  deflate: inflateSync,
};

function textOf(bytes: Buffer, encoding: string | undefined): string {
  try {
    return (DECODERS[encoding ?? ""]?.(bytes) ?? bytes).toString("utf8");
  } catch {
    // A canceled stream ends in the middle of its encoding.
    return bytes.toString("latin1");
  }
}

/** `again`: sent on a new connection, because the keep-alive connection had ended. */
function sendPlainly(base: URL, shot: Shot, again = false): Promise<HttpResponse> {
  const { number, method, path, headers, body } = shot;
  return new Promise((resolve) => {
    const localAddress = addressOfShot(number);
    let answered: HttpResponse | null = null;
    const timer = setTimeout(() => {
      resolve({ ...NONE, status: answered?.status ?? 0, late: true });
      outgoing.destroy();
    }, MAX_MS);
    const finalize = (result: HttpResponse) => {
      clearTimeout(timer);
      resolve(result);
    };
    const outgoing = openRequest({
      host: base.hostname,
      port: base.port,
      method,
      path,
      agent: again ? false : KEPT,
      // A redirect repeats a long URL, encoded once more.
      maxHeaderSize: 1_000_000,
      ...(localAddress && { localAddress }),
      headers: Object.fromEntries([...headers, ...(body ? [["content-length", String(body.length)]] : [])]),
    });
    outgoing.on("response", (response) => {
      const { statusCode: status = 0 } = response;
      answered = { ...NONE, status, headers: response.headers };
      const chunks: Buffer[] = [];
      let size = 0;
      const done = () => {
        finalize({
          status,
          headers: response.headers,
          text: textOf(Buffer.concat(chunks), response.headers["content-encoding"]),
          late: false,
        });
      };
      const leave = () => {
        done();
        outgoing.destroy();
      };
      if (response.headers["content-type"]?.startsWith("text/event-stream")) setTimeout(leave, STREAM_MS);
      response.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > MAX_BYTES) leave();
      });
      response.on("end", done);
      response.on("error", done);
    });
    outgoing.on("upgrade", (_, socket) => {
      socket.destroy();
      finalize({ ...NONE, status: 101 });
    });
    outgoing.on("error", () => {
      if (answered !== null || again || !outgoing.reusedSocket) return finalize(answered ?? NONE);
      clearTimeout(timer);
      resolve(sendPlainly(base, shot, true));
    });
    outgoing.end(body ?? undefined);
  });
}

/** The bytes of a malformed request. */
export function brokenBytes(
  shot: Pick<Shot, "method" | "path" | "headers" | "body">,
  how: Breakage,
  host: string,
): Buffer {
  const body = shot.body ?? Buffer.from("x=1");
  const method = shot.method === "GET" ? "POST" : shot.method;
  const lines = (first: string, more: readonly string[], end = "\r\n") =>
    [
      first,
      ...more,
      ...shot.headers.map(([name, value]) => `${name}: ${value.replace(/[\r\n\0]/g, "")}`),
      "",
      "",
    ].join(end);
  const length = `content-length: ${body.length}`;
  const start = `${method} ${shot.path} HTTP/1.1`;
  const hostLine = `host: ${host}`;
  const whole = (head: string, rest: Buffer | string = body) =>
    Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(rest)]);
  const makers: Record<Breakage, () => Buffer> = {
    "body shorter than said": () => whole(lines(start, [hostLine, `content-length: ${body.length + 50}`])),
    "body longer than said": () =>
      whole(lines(start, [hostLine, `content-length: ${Math.max(0, body.length - 2)}`])),
    "two lengths": () => whole(lines(start, [hostLine, length, `content-length: ${body.length + 1}`])),
    "length and chunks": () =>
      whole(
        lines(start, [hostLine, length, "transfer-encoding: chunked"]),
        "0\r\n\r\nGET /board HTTP/1.1\r\n\r\n",
      ),
    "bad chunk": () =>
      whole(lines(start, [hostLine, "transfer-encoding: chunked"]), "zz\r\nabc\r\n0\r\n\r\n"),
    "NUL in the path": () => whole(lines(`${method} ${shot.path}\0 HTTP/1.1`, [hostLine, length])),
    "no host": () => whole(lines(start, [length])),
    "two hosts": () => whole(lines(start, [hostLine, "host: evil.example", length])),
    "bare line feeds": () => whole(lines(start, [hostLine, length], "\n")),
    "header of 70 kB": () => whole(lines(start, [hostLine, length, `x-long: ${"a".repeat(70_000)}`])),
    "bytes that are no text": () =>
      whole(
        lines(`${method} ${shot.path}\u00ff\u00c0\u0080 HTTP/1.1`, [hostLine, length, "x-odd: \u00ff\u00fe"]),
      ),
    "HTTP/1.0": () => whole(lines(`${method} ${shot.path} HTTP/1.0`, [length])),
    "HTTP/9.9": () => whole(lines(`${method} ${shot.path} HTTP/9.9`, [hostLine])),
    "no request at all": () => Buffer.from("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", "latin1"),
    "absolute address of elsewhere": () =>
      whole(lines(`${method} http://evil.example${shot.path} HTTP/1.1`, [hostLine, length])),
    "OPTIONS *": () => whole(lines("OPTIONS * HTTP/1.1", [hostLine, length])),
    "upgrade to WebSocket": () =>
      whole(lines(start, [hostLine, length, "connection: upgrade", "upgrade: websocket"])),
    "upgrade to HTTP/2": () =>
      whole(lines(start, [hostLine, length, "connection: upgrade, http2-settings", "upgrade: h2c"])),
  };
  return makers[how]();
}

function sendBroken(base: URL, shot: Shot, how: Breakage): Promise<HttpResponse> {
  return new Promise((resolve) => {
    const localAddress = addressOfShot(shot.number);
    const socket = connect({
      host: base.hostname,
      port: Number(base.port),
      ...(localAddress && { localAddress }),
    });
    const chunks: Buffer[] = [];
    const done = () => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString("utf8");
      const status = Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0);
      const location = /^location: (.*)\r$/im.exec(text)?.[1];
      resolve({ status, headers: location === undefined ? {} : { location }, text, late: false });
    };
    const timer = setTimeout(done, MAX_BROKEN_MS);
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      // A keep-alive connection does not signal the end of the response. The status in its headers is sufficient.
      setTimeout(done, 200);
    });
    socket.on("close", done);
    socket.on("error", done);
    socket.write(brokenBytes(shot, how, base.host));
  });
}

/** Sends one request and returns the result. Never throws. */
export function send(base: URL, shot: Shot): Promise<HttpResponse> {
  return shot.broken === null ? sendPlainly(base, shot) : sendBroken(base, shot, shot.broken);
}
