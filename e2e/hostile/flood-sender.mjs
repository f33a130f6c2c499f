// A worker thread of sign-in-flood.ts. It posts wrong passwords at a steady rate from many loopback addresses,
// independent of the responses.
import { Agent, request } from "node:http";
import { parentPort, workerData } from "node:worker_threads";

const { url, email, csrfToken, cookie, perSecond, addresses } = workerData;
const STEP_MS = 10;
const agents = Array.from(
  { length: addresses },
  (_, n) => new Agent({ keepAlive: true, maxSockets: 20, localAddress: `127.9.${n >> 8}.${n & 255 || 1}` }),
);
const counts = {};
const note = (status) => {
  counts[status] = (counts[status] ?? 0) + 1;
};

function guess(n) {
  const who = n % 2 === 0 ? email : `guess-${n}@example.com`;
  const body = new URLSearchParams({ csrfToken, email: who, password: `a wrong guess ${n}` }).toString();
  const sent = request(
    new URL("/api/auth/callback/credentials", url),
    {
      method: "POST",
      agent: agents[n % agents.length],
      headers: {
        cookie,
        "content-type": "application/x-www-form-urlencoded",
        "content-length": Buffer.byteLength(body),
      },
    },
    (response) => {
      const { statusCode, headers } = response;
      note(
        statusCode === 503 && headers["retry-after"] === undefined ? "503 without Retry-After" : statusCode,
      );
      response.on("error", () => undefined);
      response.resume();
    },
  );
  sent.on("error", (error) => note(error.code ?? "failed"));
  sent.end(body);
}

const startedAt = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - startedAt) / 1000) * perSecond);
  for (; sent < due; sent += 1) guess(sent);
}, STEP_MS);

parentPort.once("message", () => {
  clearInterval(timer);
  const seconds = (performance.now() - startedAt) / 1000;
  parentPort.postMessage({ counts, sent, seconds });
  for (const agent of agents) agent.destroy();
});
