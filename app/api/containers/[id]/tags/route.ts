import { z } from "zod";
import { tagsFieldName } from "@/app/api/_http/field-names";
import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { editList, shortListSchema } from "@/lib/features/shipments/commands/edit-references";

type Context = { params: Promise<{ id: string }> };

const bodySchema = z.strictObject({ before: z.array(z.string()).max(100), after: shortListSchema });

/** Replaces the tags of a container's shipment, at the service first. See docs/api.md. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondToCommand(
    request,
    editList,
    async () => ({
      on: { type: "container" as const, id: (await params).id },
      list: "shipmentTags" as const,
      ...(await readJsonBody(request, bodySchema, 100_000, tagsFieldName)),
    }),
    (visibility) => ({ visibility }),
  );
}
