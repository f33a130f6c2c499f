import { request } from "node:http";

const REQUEST_MS = 30_000;
/** An unknown share link. Its reads are counted by IP address like sign-in attempts, but need no password hash. */
const LINK = `/api/share/${"A".repeat(43)}`;
const AT_ONCE = 10;

/** A client with an address of its own. `headers` of each request. */
export interface Client {
  url: string;
  localAddress: string;
  headers?: () => Record<string, string>;
}

/** Sends one request on a new connection, and returns its status and text. */
export function send(
  { url, localAddress, headers = () => ({}) }: Client,
  path: string,
  { method = "GET", body = "" } = {},
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, localAddress, headers: headers(), agent: false, timeout: REQUEST_MS };
    const sent = request(`${url}${path}`, options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part) => {
        text += part;
      });
      response.once("end", () => resolve({ status: response.statusCode ?? 0, text }));
    });
    sent.once("error", reject);
    sent.once("timeout", () => sent.destroy(new Error("no answer")));
    sent.end(body);
  });
}

/** The status of one read of a link. */
export const readLink = async (client: Client) => (await send(client, LINK)).status;

/** Calls `once` `times`, ten at once, and counts the results. */
export async function countResults(
  times: number,
  once: () => Promise<number>,
): Promise<(status: number) => number> {
  const statuses: number[] = [];
  for (let done = 0; done < times; done += AT_ONCE)
    statuses.push(...(await Promise.all(Array.from({ length: AT_ONCE }, once))));
  return (status) => statuses.filter((one) => one === status).length;
}
