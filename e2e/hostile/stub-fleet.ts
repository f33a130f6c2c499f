import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { EMAIL } from "@/bench/harness/account";
import type { Undo } from "@/bench/harness/clean-up";
import { type Fleet, openFleet, SHIPPED } from "@/bench/harness/fleet";
import { signIn } from "@/bench/harness/sign-in";

/** A dashboard and a worker of their own, whose tracking service answers as an attack wants. */
export interface StubFleet {
  fleet: Fleet;
  /** The process ids of dashboard and worker. */
  pids: Record<"dashboard" | "worker", number>;
  /** The dashboard's URL and a session of its admin. */
  url: string;
  cookie: string;
  /** Answers all requests from now on. */
  serve(answer: RequestListener): void;
  /** The requests so far, and the connections that are open. */
  requests(): number;
  connections(): Promise<number>;
}

async function openStub() {
  let answer: RequestListener = (_, response) => response.writeHead(503).end();
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    response.on("error", () => undefined);
    request.resume();
    answer(request, response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/v2`,
    serve(next: RequestListener) {
      answer = next;
    },
    requests: () => requests,
    connections: () =>
      new Promise<number>((resolve) => server.getConnections((_, count) => resolve(count ?? 0))),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Starts the programs on a new database for `work`, and removes them afterwards. The dashboard must be built. */
export async function withStubFleet<T>(work: (stubbed: StubFleet) => Promise<T>): Promise<T> {
  const undos: Undo[] = [];
  const { url: stubUrl, close, ...stub } = await openStub();
  undos.push(close);
  try {
    const fleet = await openFleet(
      {
        ...{ dashboards: 1, workers: 1, programs: SHIPPED, serviceSettings: {} },
        dashboardSettings: { TRACKING_API_URL: stubUrl, TRACKING_REQUESTS_PER_MINUTE: "off" },
      },
      (undo) => undos.push(undo),
    );
    for (const member of [...fleet.dashboards, ...fleet.workers]) member.start();
    for (const member of [...fleet.dashboards, ...fleet.workers]) await member.untilUp();
    const pids = { dashboard: fleet.dashboards[0]?.pid() ?? 0, worker: fleet.workers[0]?.pid() ?? 0 };
    const session = await signIn(fleet.publicUrl, EMAIL, fleet.password);
    const cookie = `${session.name}=${session.value}`;
    return await work({ fleet, pids, url: fleet.publicUrl, cookie, ...stub });
  } finally {
    for (const undo of undos.reverse()) await undo();
  }
}
