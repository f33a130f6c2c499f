import { config } from "@/lib/platform/config/config";
import { provideTracer, stepsOn } from "./traced";

/** How long a stop waits for the last spans. */
const EXPORT_MS = 2_000;

export type Tracing = { flush(): Promise<void>; stop(): Promise<void> };

/**
 * Sends traces to the OpenTelemetry collector of OTEL_EXPORTER_OTLP_ENDPOINT. Without that setting nothing is loaded and
 * it returns null. `program` is the name of the service in the traces.
 */
export async function startTracing(
  program: "dashboard" | "worker",
  endpoint: string | null = config().otlpEndpoint,
): Promise<Tracing | null> {
  if (endpoint === null) return null;
  // Next would name the URL of every request to other systems, which may contain a token. Ours are traced by `traced`.
  process.env.NEXT_OTEL_FETCH_DISABLED = "1";
  const [api, sdk, hooks, resources, { OTLPTraceExporter }, { RemovingProcessor }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("./removing-processor"),
  ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, timeoutMillis: EXPORT_MS });
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ "service.name": `drayboard-${program}` }),
    spanProcessors: [new RemovingProcessor(new sdk.BatchSpanProcessor({ exporter }))],
  });
  const contexts = new hooks.AsyncLocalStorageContextManager().enable();
  api.context.setGlobalContextManager(contexts);
  // Next traces its own steps with the global provider. No propagator: a client must not choose the trace of a request.
  api.trace.setGlobalTracerProvider(provider);
  const { SpanKind, SpanStatusCode } = api;
  const kinds = { internal: SpanKind.INTERNAL, client: SpanKind.CLIENT };
  provideTracer(stepsOn(provider.getTracer("drayboard"), kinds, SpanStatusCode.ERROR));
  return {
    flush: () => provider.forceFlush(),
    async stop() {
      provideTracer(undefined);
      await provider.shutdown().catch(() => undefined);
      api.trace.disable();
      api.context.disable();
    },
  };
}
