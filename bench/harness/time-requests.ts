import { Agent, get } from "node:http";
import { performance } from "node:perf_hooks";

interface Load {
  baseUrl: string;
  /** Asked for in turn. */
  paths: readonly string[];
  headers: Record<string, string>;
  connections: number;
  requests: number;
}

/**
 * Asks for paths over kept connections, each connection one request after the other, and answers how long each
 * answer took to its last byte, in ms. Throws on a status other than 200: a refusal is quick.
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
