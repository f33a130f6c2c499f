import { readJsonBody } from "@/app/api/_http/responses";
import { respondToDriver } from "@/app/share/reporting";
import { undoSchema, undoStep } from "@/lib/features/driver-reports/commands/report-step";
import { db } from "@/lib/platform/database/client";

const MAX_BYTES = 1_000;

/** Undoes a step that was reported through the link at most ten minutes ago. See docs/api.md. */
export const POST = (
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> =>
  respondToDriver(request, params, async (link) =>
    undoStep(db(), link, await readJsonBody(request, undoSchema, MAX_BYTES), new Date()),
  );
