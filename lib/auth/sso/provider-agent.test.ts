import { createServer, get, type IncomingMessage, type ServerResponse } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { providerAgent } from "./provider-agent";
import { listenHere } from "./test-provider";

const LIMITS = { milliseconds: 1_000, bytes: 100_000 };
const CHUNK = "x".repeat(10_000);

type Answer = (response: ServerResponse) => void;
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(answer: Answer): Promise<string> {
  const server = createServer((_, response) => answer(response));
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return listenHere(server);
}

async function readAll(address: string): Promise<number> {
  const agent = providerAgent(address, LIMITS);
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    get(address, { agent }, resolve).once("error", reject),
  );
  let bytes = 0;
  for await (const part of response) bytes += part.length;
  return bytes;
}

describe("an answer of the provider", () => {
  it("is read whole within the limits", async () => {
    expect(await readAll(await serve((response) => response.end(CHUNK)))).toBe(CHUNK.length);
  });

  it.each<[string, Answer]>([
    ["never begins", () => undefined],
    ["begins and never ends", (response) => response.write("{")],
    ["never ends its head", (response) => response.socket?.write("HTTP/1.1 200 OK\r\nX-Waits: ")],
    [
      "is endless",
      (response) => {
        const more = () => {
          while (!response.destroyed && response.write(CHUNK));
        };
        response.on("drain", more);
        more();
      },
    ],
    ["is huge", (response) => response.end(CHUNK.repeat(100))],
  ])("is given up when it %s", async (_, answer) => {
    await expect(readAll(await serve(answer))).rejects.toThrow();
  });
});
