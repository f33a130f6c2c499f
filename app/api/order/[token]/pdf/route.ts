import { connection } from "next/server";
import { errorResponse } from "@/app/api/_http/responses";
import { pdfResponse } from "@/app/order/pdf-response";
import { requireOrder, requireWithinLimit } from "@/app/order/visitor";

type Context = { params: Promise<{ token: string }> };

/** The work order of a link as a PDF. See docs/api.md. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  await connection();
  try {
    const visit = await requireOrder((await params).token);
    // A document takes more of the processor than a page.
    await requireWithinLimit(`${visit.token.id} pdf`, "documents");
    return await pdfResponse(visit);
  } catch (error) {
    return errorResponse(error);
  }
}
