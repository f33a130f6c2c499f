import { z } from "zod";
import { carrierFieldName } from "@/app/api/_http/field-names";
import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { PICKUP_DRAY_CARRIER } from "@/lib/contract/enums";
import { partyIdSchema, removedRoleSchema } from "@/lib/features/parties/commands/party-roles";
import { replaceParty } from "@/lib/features/parties/commands/replace-party";

type Context = { params: Promise<{ id: string }> };

const MAX_ROLES = 20;

const bodySchema = z.strictObject({
  party: z.object({ id: partyIdSchema, name: z.string().max(1_000) }).nullable(),
  replaced: z.array(removedRoleSchema).max(MAX_ROLES),
  seen: z.array(partyIdSchema).max(MAX_ROLES),
  mayBeDone: z.boolean().default(false),
});

/** Replaces the dray carrier of a container, at the service first. See docs/api.md. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondToCommand(
    request,
    replaceParty,
    async () => {
      const { party, replaced, seen, mayBeDone } = await readJsonBody(
        request,
        bodySchema,
        50_000,
        carrierFieldName,
      );
      return {
        on: { type: "container" as const, id: (await params).id },
        role: PICKUP_DRAY_CARRIER,
        parties: party ? [party] : [],
        replaced,
        seen,
        mayBeDone,
      };
    },
    ({ assigned, removed, after, visibility }) => ({ assigned, removed, after, visibility }),
  );
}
