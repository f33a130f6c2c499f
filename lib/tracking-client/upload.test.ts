import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { AppError } from "@/lib/platform/errors";
import { TrackingClient } from "./client";
import { formOfFile } from "./multipart-file";
import { type StubResponse, StubService } from "./test-stub-service";
import type { Gate } from "./types";
import { uploadForm } from "./upload";

let stub: StubService;
let received: string[] = [];
const gate: Gate = {
  admit: async () => {
    received.push("admit");
  },
  refused: async (bucket, ms) => {
    received.push(`refused ${bucket} ${ms}`);
  },
  pace: async () => 0,
  succeeded: () => received.push("answered"),
  silent: () => received.push("silent"),
  clockOff: () => {},
  failed: (request, { code }) => received.push(`failed ${request} ${code}`),
};

beforeEach(async () => {
  received = [];
  stub = await StubService.start(() => ({ status: 201, body: { data: { type: "document", id: "d-1" } } }));
});
afterEach(() => stub.stop());

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

async function* stuck(): AsyncGenerator<Uint8Array> {
  yield Buffer.from("ab");
  await new Promise(() => undefined);
}

const form = (from: AsyncIterable<Uint8Array>, bytes: number) =>
  formOfFile({ name: 'a"\r\nb.txt', mediaType: "text/plain", bytes, parts: from }, [["name", "x"]]);
const options = () => ({ baseUrl: stub.baseUrl, key: "secret-key", patienceMs: 0, gate });
const send = (from: AsyncIterable<Uint8Array>, bytes: number, idleMs = 10_000) =>
  uploadForm(options(), "documents", form(from, bytes), idleMs);

it("sends one form of the declared length, with the key, through the gate", async () => {
  const { document } = await send(parts("ab", "cd"), 4);
  expect(document.data.id).toBe("d-1");
  const [request] = stub.requests;
  expect(request?.headers.authorization).toBe("Token secret-key");
  expect(request?.headers["transfer-encoding"]).toBeUndefined();
  expect(Number(request?.headers["content-length"])).toBe(Buffer.byteLength(request?.body ?? ""));
  expect(request?.body).toContain(
    'name="file"; filename="a%22%0D%0Ab.txt"\r\nContent-Type: text/plain\r\n\r\nabcd\r\n',
  );
  expect(received).toEqual(["admit", "answered"]);
});

describe("reports a failure", () => {
  it.each<[string, StubResponse, string, boolean, string[]]>([
    [
      "a refusal",
      { status: 422, body: { errors: [{ detail: "no secret-key" }] } },
      "refused_by_service",
      false,
      ["answered"],
    ],
    [
      "too large a body",
      { status: 413, body: { errors: [{ detail: "larger than 10 MB" }] } },
      "refused_by_service",
      false,
      ["answered"],
    ],
    [
      "429",
      { status: 429, headers: { "Retry-After": "7" } },
      "service_busy",
      false,
      ["refused default 7000", "answered"],
    ],
    [
      "a redirect",
      { status: 302, headers: { Location: "http://127.0.0.1:1/" } },
      "service_answer_unreadable",
      false,
      ["answered"],
    ],
    ["an outage", { status: 503 }, "service_unreachable", true, ["silent"]],
    ["no answer", { drop: true }, "service_unreachable", true, ["silent"]],
    [
      "an answer nobody can read",
      { status: 201, text: "{" },
      "service_answer_unreadable",
      true,
      ["answered"],
    ],
  ])("%s", async (_, response, code, mayBeDone, reported) => {
    stub.answer = () => response;
    const failure = await send(parts("abcd"), 4).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code, mayBeDone });
    expect(String(failure instanceof AppError && failure.message)).not.toContain("secret-key");
    expect(received).toEqual(["admit", ...reported, `failed POST documents ${code}`]);
    expect(stub.requests).toHaveLength(1);
  });

  it("a 429 with a date pauses requests until then", async () => {
    const until = Date.now() + 600_000;
    stub.answer = () => ({ status: 429, headers: { "Retry-After": new Date(until).toUTCString() } });
    await expect(send(parts("abcd"), 4)).rejects.toMatchObject({ code: "service_busy" });
    const [, ms] = /^refused default (\d+)$/.exec(received[1] ?? "") ?? [];
    expect(Math.abs(Date.now() + Number(ms) - until)).toBeLessThan(5_000);
  });

  it.each<[string, () => AsyncIterable<Uint8Array>, number]>([
    ["a source that ends too early", () => parts("ab"), 4],
    ["a source that goes on too long", () => parts("abcd", "ef"), 4],
    ["a source that stands still", stuck, 4],
  ])("%s: no complete file arrives, and no service failure is reported", async (_, from, bytes) => {
    const sent = send(from(), bytes, 2_000);
    await expect(sent).rejects.toMatchObject({ code: "bad_input", mayBeDone: false });
    expect(received).toEqual(["admit"]);
    expect(stub.requests).toEqual([]);
  });
});

it("reads no further ahead than the connection to the service accepts", async () => {
  const disconnected = createServer(() => undefined);
  await new Promise<void>((resolve) => disconnected.listen(0, "127.0.0.1", resolve));
  const address = disconnected.address();
  const port = address && typeof address === "object" ? address.port : 0;
  const part = Buffer.alloc(100_000);
  let read = 0;
  async function* endless(): AsyncGenerator<Uint8Array> {
    for (; ; read += part.byteLength) yield part;
  }
  const whole = 500_000_000;
  const baseUrl = `http://127.0.0.1:${port}/v2`;
  const sent = uploadForm({ ...options(), baseUrl }, "documents", form(endless(), whole), 700);
  await expect(sent).rejects.toMatchObject({ code: "service_unreachable" });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(32_000_000);
  disconnected.closeAllConnections();
  await new Promise((resolve) => disconnected.close(resolve));
});

describe("a file URL", () => {
  const client = (timeoutMs = 10_000) => new TrackingClient({ ...options(), timeoutMs });
  const address = (url: string) => {
    stub.answer = ({ path }) =>
      path.startsWith("documents/") ? { body: { download_url: url } } : { text: "the file" };
  };

  it("at the service is followed, without the key", async () => {
    address(`${stub.baseUrl}/files/1?signature=s`);
    const { body, bytes } = await client().openFile("documents/d-1/download_url");
    expect(await new Response(body).text()).toBe("the file");
    expect(bytes === null || bytes === 8).toBe(true);
    expect(stub.requests[1]?.headers.authorization).toBeUndefined();
  });

  it.each([
    "http://169.254.169.254/latest/meta-data",
    "https://127.0.0.1/file",
    "https://localhost/file",
    "https://[::1]/file",
    "https://database.internal/file",
    "http://files.example.com/file",
    "https://user:pass@files.example.com/file",
    "file:///etc/passwd",
    "ftp://files.example.com/a",
  ])("%s is not followed", async (url) => {
    address(url);
    await expect(client().openFile("documents/d-1/download_url")).rejects.toMatchObject({
      code: "service_answer_unreadable",
    });
  });

  it("reports a redirect, an expired URL and an aborted download", async () => {
    address(`${stub.baseUrl}/files/1`);
    const named = stub.answer;
    const answering = (response: StubResponse) => {
      stub.answer = (request) => (request.path.startsWith("documents/") ? named(request) : response);
    };
    const open = (timeoutMs?: number) => client(timeoutMs).openFile("documents/d-1/download_url");
    answering({ status: 302, headers: { Location: "http://127.0.0.1:1/" } });
    await expect(open()).rejects.toMatchObject({ code: "service_answer_unreadable" });
    answering({ status: 404 });
    await expect(open()).rejects.toMatchObject({ code: "not_found" });
    for (const [response, timeoutMs] of [
      [{ cut: "half" }, 10_000],
      [{ stall: "half" }, 1_500],
    ] as const) {
      answering(response);
      await expect(open(timeoutMs).then(({ body }) => new Response(body).text())).rejects.toThrow();
    }
  });
});
