import { readViewerLocale } from "@/app/(dashboard)/_layout/user-preferences";
import { planFieldName } from "@/app/api/_http/field-names";
import { readJsonBody, respondToCommand } from "@/app/api/_http/responses";
import { changePlan, planChangeSchema } from "@/lib/features/moves/commands/planned-moves";

type Context = { params: Promise<{ id: string }> };

/** Changes one part of a container's plan. See docs/api.md. */
export function POST(request: Request, { params }: Context): Promise<Response> {
  return respondToCommand(
    request,
    changePlan,
    async () => ({
      containerId: (await params).id,
      locale: await readViewerLocale(),
      ...(await readJsonBody(request, planChangeSchema, 20_000, planFieldName)),
    }),
    (conflicts) => ({ conflicts: conflicts.map(({ text }) => text) }),
  );
}
