import { followUpFieldName } from "@/app/api/_http/field-names";
import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { logResponse, responseSchema } from "@/lib/features/holds/commands";

type Context = { params: Promise<{ id: string }> };

const bodySchema = responseSchema.omit({ containerId: true });

/** Logs a response to a container's hold. See docs/api.md. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondToCommand(
    request,
    logResponse,
    async () => ({
      containerId: (await params).id,
      ...(await readJsonBody(request, bodySchema, 20_000, followUpFieldName)),
    }),
    () => ({}),
  );
}
