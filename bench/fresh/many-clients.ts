import { request } from "node:http";
import { wallClock } from "./wall-clock";

/**
 * Browsers that only listen: `many-clients.ts URL COUNT COOKIE`, started by `bench/fresh.ts`. Prints "open" when all
 * are connected. For each word it reads, it returns the times at which each client received it.
 */
const [url = "", count = "0", cookie = ""] = process.argv.slice(2);
const CLIENTS = Number(count);
const received: { at: number; text: string }[][] = [];
let opened = 0;

for (let client = 0; client < CLIENTS; client += 1) {
  const mine: { at: number; text: string }[] = [];
  received.push(mine);
  const asking = request(url, { headers: { cookie, accept: "text/event-stream" } }, (response) => {
    if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
    opened += 1;
    if (opened === CLIENTS) process.send?.("open");
    response.setEncoding("utf8");
    response.on("data", (text: string) => {
      if (text.includes("event: change")) mine.push({ at: wallClock(), text });
    });
    response.on("end", () => {
      throw new Error("a stream ended");
    });
  });
  asking.end();
}

process.on("message", (label: string) => {
  const instants = received.map((mine) => mine.find(({ text }) => text.includes(label))?.at ?? null);
  for (const mine of received) mine.length = 0;
  process.send?.(instants);
});
