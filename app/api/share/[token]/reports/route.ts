import { readJsonBody } from "@/app/api/_http/responses";
import { respondToDriver } from "@/app/share/reporting";
import { reportStep, stepSchema } from "@/lib/features/driver-reports/commands/report-step";
import { db } from "@/lib/platform/database/client";

const MAX_BYTES = 1_000;

/** Stores a step of the move that the driver with the link reports. See docs/api.md. */
export const POST = (
  request: Request,
  { params }: { params: Promise<{ token: string }> },
): Promise<Response> =>
  respondToDriver(request, params, async (link) =>
    reportStep(db(), link, await readJsonBody(request, stepSchema, MAX_BYTES), new Date()),
  );
