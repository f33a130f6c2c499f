import { createServer } from "node:http";
import { POST } from "@/app/api/webhooks/tracking/route";
import { readStatus } from "@/lib/realtime/health-status";

/**
 * A dashboard's two public routes without Next: the delivery route's own module and the health read. For tests that
 * cannot wait for a production build.
 */
const [port = "0"] = process.argv.slice(2);

async function result(request: Request): Promise<Response> {
  if (request.method === "POST") return POST(request);
  const status = await readStatus();
  return Response.json(status, { status: status.database === "up" ? 200 : 503 });
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  request.on("error", () => undefined);
  try {
    for await (const chunk of request) chunks.push(chunk);
  } catch {
    return;
  }
  const headers = Object.entries(request.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = Buffer.concat(chunks);
  const answered = await result(
    new Request(`http://127.0.0.1:${port}${request.url}`, {
      method: request.method,
      headers,
      body: body.length ? new Uint8Array(body) : undefined,
    }),
  );
  response.writeHead(answered.status, Object.fromEntries(answered.headers));
  response.end(Buffer.from(await answered.arrayBuffer()));
});
server.listen(Number(port), "127.0.0.1");
