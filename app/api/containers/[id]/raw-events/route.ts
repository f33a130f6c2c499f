import { respondToCommand } from "@/app/api/_http/responses";
import { readRawEvents } from "@/lib/features/containers/commands/read-raw-events";

/** The carrier's own events of a container, requested from the service if they are old. See docs/api.md. */
export function GET(request: Request, context: { params: Promise<{ id: string }> }): Promise<Response> {
  return respondToCommand(request, readRawEvents, async () => ({ containerId: (await context.params).id }));
}
