import type { Context } from "@opentelemetry/api";
import type { ReadableSpan, Span, SpanProcessor } from "@opentelemetry/sdk-trace";

/** The attributes that leave the process. All others may contain a URL with a token, an id or a message. */
const ALLOWED = new Set([
  "error.type",
  "http.method",
  "http.route",
  "http.status_code",
  "next.route",
  "next.rsc",
  "next.span_type",
  "drayboard.right",
]);
const ALLOWED_OF_EVENT = new Set(["exception.type"]);

function removeFrom(attributes: Record<string, unknown>, allowed: ReadonlySet<string>): void {
  for (const name of Object.keys(attributes)) if (!allowed.has(name)) delete attributes[name];
}

/** Removes from every ended span what is not known to be harmless: Next's own spans contain URLs and error messages. */
export class RemovingProcessor implements SpanProcessor {
  constructor(private readonly next: SpanProcessor) {}

  onStart(span: Span, parent: Context): void {
    this.next.onStart(span, parent);
  }

  onEnd(span: ReadableSpan): void {
    removeFrom(span.attributes, ALLOWED);
    for (const { attributes } of span.events) if (attributes) removeFrom(attributes, ALLOWED_OF_EVENT);
    if (span.status.message !== undefined) span.status.message = undefined;
    this.next.onEnd(span);
  }

  forceFlush(): Promise<void> {
    return this.next.forceFlush();
  }

  shutdown(): Promise<void> {
    return this.next.shutdown();
  }
}
