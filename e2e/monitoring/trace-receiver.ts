import { createServer } from "node:http";
import { z } from "zod";

const VALUE = z.record(z.string(), z.unknown());
const REQUEST = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: z.array(z.object({ key: z.string(), value: VALUE })) }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string(),
              spanId: z.string(),
              parentSpanId: z.string().optional(),
              name: z.string(),
              attributes: z.array(z.object({ key: z.string(), value: VALUE })).default([]),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A received span with the name of the program that sent it. */
export type ReceivedSpan = {
  program: string;
  traceId: string;
  spanId: string;
  parentId: string | null;
  name: string;
  attributes: Record<string, unknown>;
};

const valuesOf = (attributes: readonly { key: string; value: Record<string, unknown> }[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

/** A receiver of OpenTelemetry traces (OTLP over HTTP, JSON) on a free port of this machine. */
export async function startTraceReceiver() {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const server = createServer(async (request, response) => {
    let text = "";
    for await (const part of request) text += part;
    texts.push(text);
    for (const { resource, scopeSpans } of REQUEST.parse(JSON.parse(text)).resourceSpans) {
      const program = String(valuesOf(resource.attributes)["service.name"]);
      for (const { traceId, spanId, parentSpanId, name, attributes } of scopeSpans.flatMap(
        (one) => one.spans,
      ))
        spans.push({
          program,
          traceId,
          spanId,
          parentId: parentSpanId || null,
          name,
          attributes: valuesOf(attributes),
        });
    }
    response.writeHead(200, { "Content-Type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = address !== null && typeof address === "object" ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    /** All spans that were received. */
    spans,
    /** The bodies as they were received. */
    texts,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The spans from the root of a trace to this one. */
export function pathTo(spans: readonly ReceivedSpan[], span: ReceivedSpan): ReceivedSpan[] {
  const parent = spans.find(({ spanId, traceId }) => spanId === span.parentId && traceId === span.traceId);
  return parent ? [...pathTo(spans, parent), span] : [span];
}
