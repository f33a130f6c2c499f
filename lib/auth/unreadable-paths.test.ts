import { createServer, request } from "node:http";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refuseUnreadablePaths } from "./unreadable-paths";

const server = createServer(({ url }, answer) => answer.end(url));
let port = 0;

beforeAll(async () => {
  refuseUnreadablePaths();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});
afterAll(() => {
  server.close();
});

const pathSeen = (path: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const sent = request({ host: "127.0.0.1", port, path, agent: false }, (answer) => {
      let text = "";
      answer.on("data", (chunk) => {
        text += chunk;
      });
      answer.on("end", () => resolve(text));
    });
    sent.on("error", reject);
    sent.end();
  });

it.each([
  "/api/containers/%ff",
  "/api/shipments/%",
  "/calendar/%c0%ae",
  "/share/%zz?a=b",
  "/my/%ed%a0%80",
  "/api/containers/%c3/%a9",
])("counts %s as an address where nothing is", async (path) => {
  expect(await pathSeen(path)).toBe("/api/no-such-address");
});

it.each([
  "/",
  "/api/containers/%C3%A9",
  "/api/containers/a%00b",
  "/containers/%25ff",
  "/board?q=%ff",
  "/board?q=100%",
])("leaves %s as it is", async (path) => {
  expect(await pathSeen(path)).toBe(path);
});
