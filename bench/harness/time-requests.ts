import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";

interface Load {
  baseUrl: string;
  /** Requested in turn. */
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  requests: number;
}

/**
 * Requests paths over keep-alive connections, one request after another on each connection. Returns the time to the
 * last byte of each response in ms. Throws on a status other than 200, because error responses are fast.
 */
export async function timeRequests(load: Load): Promise<number[]> {
  const { baseUrl, paths, headers, connections, requests } = load;
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: number[] = [];
  let next = 0;
  async function connection(): Promise<void> {
    while (next < requests) {
      const path = paths[next % paths.length];
      next += 1;
      if (path !== undefined) samples.push(await timeOne(new URL(path, baseUrl), headers, agent));
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, connection));
  } finally {
    agent.destroy();
  }
  return samples;
}

function timeOne(url: URL, headers: Record<string, string>, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const request = get(url, { agent, headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => {
        if (response.statusCode === 200) resolve(performance.now() - started);
        else reject(new Error(`${url.pathname}${url.search} answered ${response.statusCode}`));
      });
      response.resume();
    });
    request.on("error", reject);
  });
}
