import type { AttributeValue, Tracer } from "@opentelemetry/api";

/** A step that is being traced. */
export type TracedStep = { set(name: string, value: AttributeValue): void };

/** Where steps are traced to. Only `start-tracing.ts` provides one. */
export type StepTracer = <Result>(
  name: string,
  options: StepOptions,
  work: (step: TracedStep) => Promise<Result>,
) => Promise<Result>;

/** `client`: a request to another system. */
export type StepOptions = { kind?: "internal" | "client"; attributes?: Record<string, AttributeValue> };

// The parts of a Next build load this module more than once. They share one tracer.
const SHARED = Symbol.for("drayboard.tracer");
const held = globalThis as { [SHARED]?: StepTracer };

/** Provides or removes the tracer of this process. */
export function provideTracer(tracer: StepTracer | undefined): void {
  held[SHARED] = tracer;
}

const UNTRACED: TracedStep = { set: () => undefined };

/**
 * Runs a step as a span of the current trace, if traces are on. Names and attributes contain no ids, numbers, addresses
 * or other personal data.
 */
export const traced: StepTracer = (name, options, work) =>
  held[SHARED]?.(name, options, work) ?? work(UNTRACED);

/** Runs steps as spans of an OpenTelemetry tracer. A failed step has the type of its error, not its message. */
export function stepsOn(
  tracer: Tracer,
  kinds: { internal: number; client: number },
  failed: number,
): StepTracer {
  return (name, { kind = "internal", attributes }, work) =>
    tracer.startActiveSpan(name, { kind: kinds[kind], attributes }, async (span) => {
      try {
        return await work({ set: (attribute, value) => span.setAttribute(attribute, value) });
      } catch (error) {
        span.setStatus({ code: failed });
        span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
        throw error;
      } finally {
        span.end();
      }
    });
}
