import { headers } from "next/headers";
import { connection } from "next/server";
import { z } from "zod";
import { errorResponse, jsonResponse, readJsonBody, requireSameOrigin } from "@/app/api/_http/responses";
import { clientAddress } from "@/lib/auth/throttling/client-address";
import { linkLimit } from "@/lib/auth/throttling/link-rate-limit";
import { visitorLimit } from "@/lib/auth/throttling/visitor-rate-limit";
import { noteTermsShown } from "@/lib/features/work-orders/commands/note-order-shown";
import { endedText } from "@/lib/features/work-orders/messages";
import { type OrderVisit, visitOrder } from "@/lib/features/work-orders/queries/open-order";
import { loadOrderPage } from "@/lib/features/work-orders/queries/order-page";
import type { OrderPage } from "@/lib/features/work-orders/rules";
import { config } from "@/lib/platform/config/config";
import { db } from "@/lib/platform/database/client";
import { AppError } from "@/lib/platform/errors";

/** The state of a link for the current request. `busy`: too many requests from the visitor's network. */
export async function openOrder(token: string): Promise<OrderVisit | { state: "busy"; waitSeconds: number }> {
  await connection();
  const waitSeconds = await visitorLimit().admit(clientAddress(await headers(), config()));
  if (waitSeconds > 0) return { state: "busy", waitSeconds };
  return visitOrder(db(), token, new Date());
}

/** The page of an open order. Changed terms get a version, so that a response counts for what is shown. */
export async function showOrder(
  visit: Extract<OrderVisit, { state: "open" }>,
): Promise<Exclude<OrderVisit, { state: "open" }> | { state: "shown"; label: string; page: OrderPage }> {
  const now = new Date();
  const shown = await noteTermsShown(db(), visit, now);
  if (shown.state !== "open") return shown;
  const page = await loadOrderPage(db(), shown, { locale: config().locale, now });
  return { state: "shown", label: shown.token.label, page };
}

/** The visit of a request for data. Throws `not_found` for a link that opens no order, `too_many_tries` past a limit. */
export async function requireOrder(token: string): Promise<Extract<OrderVisit, { state: "open" }>> {
  const visit = await openOrder(token);
  if (visit.state === "busy")
    throw new AppError("too_many_tries", "Too many requests. Try again in a minute.");
  if (visit.state !== "open") throw new AppError("not_found", endedText(visit));
  return visit;
}

/** Counts a request of a link under a key. Throws `too_many_tries` past the limit. `what`: what there are too many of. */
export async function requireWithinLimit(key: string, what: string): Promise<void> {
  const waitSeconds = await linkLimit().admit(key);
  if (waitSeconds > 0)
    throw new AppError(
      "too_many_tries",
      `Too many ${what}. Try again in ${Math.ceil(waitSeconds / 60)} min.`,
    );
}

/** Reads the JSON body of a carrier's response. Throws `bad_input` with the problem of each field. */
export async function readResponse<T extends z.ZodType>(
  request: Request,
  schema: T,
  maxBytes: number,
): Promise<z.infer<T>> {
  const read = schema.safeParse(await readJsonBody(request, z.unknown(), maxBytes));
  if (read.success) return read.data;
  const details = read.error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message }));
  throw new AppError("bad_input", details.map(({ message }) => message).join(" "), { details });
}

/** The response to a refused request: as `errorResponse`, with the problems of fields by their names. */
function refusedResponse(error: unknown): Response {
  if (!(error instanceof AppError) || error.code !== "bad_input" || error.details.length === 0)
    return errorResponse(error);
  const { code, message, status, details } = error;
  const problems = details.map((detail) => [detail.pointer?.slice(1) ?? "", detail.message]);
  return jsonResponse({ error: { code, message, fields: Object.fromEntries(problems) } }, { status });
}

/** Responds to a carrier's request. The sender, the link and its limits are checked before `act` reads the body. */
export async function respondToCarrier(
  request: Request,
  params: Promise<{ token: string }>,
  act: (tokenId: string) => Promise<void>,
): Promise<Response> {
  await connection();
  try {
    requireSameOrigin(request);
    const { token } = await requireOrder((await params).token);
    await requireWithinLimit(token.id, "responses");
    await act(token.id);
    return jsonResponse({ saved: true });
  } catch (error) {
    return refusedResponse(error);
  }
}
