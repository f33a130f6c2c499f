import { liveFeed } from "@/components/realtime/feed";

/**
 * The responses of the dashboard's routes, by path: the JSON body, a status without a body, "never" for a request that
 * stays open, or a function of the request.
 */
export type Routes = Readonly<Record<string, Reply | ((request: Request) => Reply | Promise<Reply>)>>;
export type Reply = { json: unknown; status?: number } | { status: number } | "never" | "unreachable";

let routes: Routes = {};
let requests: { method: string; path: string; body: string }[] = [];
let unknown: string[] = [];
const original = window.fetch.bind(window);

async function respond(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init);
  const { origin, pathname, search } = new URL(request.url);
  if (origin !== window.location.origin || !pathname.startsWith("/api/")) return original(input, init);
  requests.push({ method: request.method, path: pathname + search, body: await request.clone().text() });
  const route = routes[pathname];
  if (route === undefined) {
    unknown.push(pathname);
    return new Response(null, { status: 404 });
  }
  const reply = typeof route === "function" ? await route(request) : route;
  if (reply === "unreachable") throw new TypeError("Failed to fetch");
  if (reply === "never")
    return new Promise((_, reject) => {
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
  if (!("json" in reply)) return new Response(null, { status: reply.status });
  return Response.json(reply.json, { status: reply.status ?? 200 });
}

/** The dashboard's server in sections and component tests: only its routes are replaced, other requests are real. */
export const api = {
  begin(next: Routes = {}): void {
    window.fetch = respond;
    routes = next;
    requests = [];
    unknown = [];
  },
  /** The requests since `begin`, oldest first. */
  requests: () => requests,
  /** The requested paths without a route. A section must name every route that it needs. */
  unknown: () => unknown,
};

/** Stands in for the live feed's connection. `liveSource` sends what the server would. */
class StandInEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  constructor(readonly url: string) {
    super();
    sources.add(this);
  }
  close(): void {
    this.readyState = 2;
    sources.delete(this);
  }
}

const sources = new Set<StandInEventSource>();
Reflect.set(window, "EventSource", StandInEventSource);
// A stream in a worker, or of another page, would have a real connection.
Reflect.deleteProperty(window, "SharedWorker");
Reflect.deleteProperty(Navigator.prototype, "locks");
liveFeed.connectAs("");

/** Drives the open connections of the live feed. */
export const liveSource = {
  open(): void {
    for (const source of sources) {
      source.readyState = 1;
      source.dispatchEvent(new Event("open"));
    }
    this.send("caught-up", null, "1");
  },
  send(name: string, data: unknown, lastEventId = ""): void {
    for (const source of sources)
      source.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data), lastEventId }));
  },
  urls: () => [...sources].map(({ url }) => url),
  lose(): void {
    for (const source of sources) source.dispatchEvent(new Event("error"));
  },
};
