import { createServer, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refuseUntakenMethods } from "./untaken-methods";

const server = createServer(({ method }, answer) => answer.end(method));
let port = 0;

beforeAll(async () => {
  refuseUntakenMethods();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.close();
});

const methodSeen = (method: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, method, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end();
  });

it("counts what no request can be made of as a method nobody knows", async () => {
  expect(await methodSeen("TRACE")).toBe("UNKNOWN");
});

it.each(["GET", "POST", "DELETE", "OPTIONS", "PROPFIND"])("leaves %s as it is", async (method) => {
  expect(await methodSeen(method)).toBe(method);
});
