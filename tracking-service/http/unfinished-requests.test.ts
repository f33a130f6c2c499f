import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
const TIMES = { headersMs: 400, bodyMs: 800, uploadMs: 4_000, checkEveryMs: 100 };

beforeAll(async () => {
  service = await startTestService({ seedContainers: 1 }, { requestTimes: TIMES });
});
afterAll(() => service.end());

/** Sends text over a connection and then nothing. Returns the response and the elapsed milliseconds. */
async function responseTo(text: string, afterwards?: (socket: Socket) => Promise<void>, requested = service) {
  const { hostname, port } = new URL(requested.url);
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  let answer = "";
  socket.on("data", (chunk) => {
    answer += chunk.toString("utf8");
  });
  socket.on("error", () => undefined);
  const begun = performance.now();
  socket.write(text);
  const closed = once(socket, "close");
  socket.once("end", () => socket.end());
  await afterwards?.(socket);
  await closed;
  return { answer, ms: performance.now() - begun };
}

const head = (path: string, type: string, length: number, requested = service) =>
  `POST /v2${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Token ${requested.key}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n`;

function expectTimeout(response: string): void {
  expect(response).toMatch(/^HTTP\/1\.1 408 /);
  expect(response).toContain("Content-Type: application/vnd.api+json");
  const { errors } = JSON.parse(response.slice(response.indexOf("\r\n\r\n")));
  expect(errors).toEqual([
    { status: "408", title: "Request Timeout", detail: "The request did not arrive in time." },
  ]);
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
}

it("responds 408 to incomplete headers", async () => {
  const { answer, ms } = await responseTo("GET /v2/containers HTTP/1.1\r\nHost: x\r\n");
  expectTimeout(answer);
  expect(ms).toBeGreaterThan(TIMES.headersMs - 50);
});

it("responds 408 to an incomplete body, also one that arrives byte by byte", async () => {
  // Node's own timer, which covers uploads, comes much later here.
  const requestTimes = { ...TIMES, uploadMs: 60_000 };
  const strict = await startTestService({ seedContainers: 1 }, { requestTimes });
  const start = `${head("/parties", "application/vnd.api+json", 1_000, strict)}\r\n{`;
  const silent = await responseTo(start, undefined, strict);
  const trickle = async (socket: Socket) => {
    while (!socket.readableEnded && !socket.destroyed) {
      socket.write(" ");
      await pause(50);
    }
  };
  const trickling = await responseTo(start, trickle, strict);
  for (const { answer, ms } of [silent, trickling]) {
    expectTimeout(answer);
    expect(ms).toBeGreaterThan(TIMES.bodyMs - 50);
    expect(ms).toBeLessThan(requestTimes.uploadMs / 2);
  }
  await strict.end();
});

it("allows files their longer limit and no more", async () => {
  const start = `${head("/email_submissions", "message/rfc822", 1_000)}\r\nFrom: `;
  const { answer, ms } = await responseTo(start);
  expectTimeout(answer);
  expect(ms).toBeGreaterThan(TIMES.uploadMs - 50);
});

it("accepts a slow body within the limit, and responds to other requests meanwhile", async () => {
  // The body limit is long here, because the machine may be slow.
  const requestTimes = { ...TIMES, bodyMs: 60_000 };
  const patient = await startTestService({ seedContainers: 1 }, { requestTimes });
  const body = JSON.stringify({ data: { type: "party", attributes: { company_name: "Slow Line" } } });
  const start = head("/parties", "application/vnd.api+json", body.length, patient);
  const begun = `${start}Connection: close\r\n\r\n${body.slice(0, 10)}`;
  const rest = async (socket: Socket) => {
    await pause(2 * (TIMES.headersMs + TIMES.checkEveryMs));
    socket.write(body.slice(10));
  };
  expect((await responseTo(begun, rest, patient)).answer).toMatch(/^HTTP\/1\.1 201 /);
  expect((await patient.call("/containers")).status).toBe(200);
  await patient.end();
});

it("closes the connection of a rejected body that continues", async () => {
  const start = `${head("/parties", "text/plain", 1_000)}\r\n`;
  const { answer } = await responseTo(start);
  expect(answer).toMatch(/^HTTP\/1\.1 415 /);
  expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
});

it("rejects bodies above the limit of unfinished requests, and responds to others", async () => {
  const unfinished = { bodies: 2, uploads: 1 };
  const requestTimes = { ...TIMES, bodyMs: 60_000, uploadMs: 60_000 };
  const crowded = await startTestService({ seedContainers: 1 }, { requestTimes, unfinished });
  const { hostname, port } = new URL(crowded.url);
  const body = JSON.stringify({ data: { type: "party", attributes: { company_name: "Slow Line" } } });
  const party = head("/parties", "application/vnd.api+json", body.length, crowded);
  const file = head("/email_submissions", "message/rfc822", 1_000, crowded);
  const begin = (text: string) => {
    const socket = connect({ port: Number(port), host: hostname });
    socket
      .on("error", () => undefined)
      .resume()
      .write(text);
    return socket;
  };
  const held = [begin(`${party}\r\n{`), begin(`${party}\r\n{`), begin(`${file}\r\nFrom: `)];
  // Each unfinished request has reached the service before the next request is sent.
  expect((await crowded.call("/containers")).status).toBe(200);
  for (const start of [party, file]) {
    const { answer } = await responseTo(`${start}\r\n{`, undefined, crowded);
    expect(answer).toMatch(/^HTTP\/1\.1 503 [\s\S]*Retry-After: \d/);
    expect(answer).toContain("Content-Type: application/vnd.api+json");
  }
  for (const socket of held) socket.destroy();
  await expect
    .poll(
      async () => (await responseTo(`${party}Connection: close\r\n\r\n${body}`, undefined, crowded)).answer,
    )
    .toMatch(/^HTTP\/1\.1 201 /);
  await crowded.end();
});
