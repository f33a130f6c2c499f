import { eq } from "drizzle-orm";
import { z } from "zod";
import { type AuditInput, recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { isEmptyReturned, pickupPlace } from "@/lib/domain/container/pickup";
import { readWallTime } from "@/lib/domain/time/local-time-input";
import { changedTerms, orderTerms, TERM_LABELS } from "@/lib/domain/work-order/order-terms";
import { changedTexts, endedText } from "@/lib/features/work-orders/messages";
import {
  findTerms,
  holdOrder,
  type OpenOrder,
  type StoredOrder,
  unseenTerms,
} from "@/lib/features/work-orders/queries/open-order";
import { MAX_NAME, MAX_REASON } from "@/lib/features/work-orders/rules";
import { lockBoard } from "@/lib/mirror/apply/apply";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import type { Database, Transaction } from "@/lib/platform/database/client";
import { workOrders } from "@/lib/platform/database/schema/schema";
import { plainText } from "@/lib/platform/database/storable-id";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { addOrderEvent } from "./order-events";

const version = z.int().min(1);
const text = (longest: number) =>
  plainText(longest * 2)
    .trim()
    .max(longest, { error: `At most ${longest} characters.` });

const NO_TIME = "Enter the ETA as a date and time.";

/** An acceptance of the shown version. `eta` is the local time at the gate, "2026-11-20T14:15". "" for what is not known. */
export const acceptSchema = z.object({
  version,
  driver: text(MAX_NAME).default(""),
  truck: text(MAX_NAME).default(""),
  eta: z.string().trim().max(30, { error: NO_TIME }).default(""),
});
export const declineSchema = z.object({
  version,
  reason: text(MAX_REASON).min(1, { error: "Enter a reason." }),
});

type CarrierResponse = Pick<
  StoredOrder,
  "response" | "driver" | "truck" | "etaAt" | "etaZone" | "declineReason"
> & { detail: string; audit: AuditInput };

async function requireShown(tx: Transaction, open: OpenOrder, shown: number): Promise<void> {
  if (open.order.version === shown && unseenTerms(open).length === 0) return;
  const { order, container } = open;
  const former = await findTerms(tx, order.id, shown);
  const changed = former ? changedTerms(former, orderTerms(container, order.instructions)) : [];
  const labels = changedTexts(changed.map((id) => TERM_LABELS[id]));
  throw new AppError("changed_meanwhile", `This order changed${labels}. Check it, then respond again.`);
}

const isSame = (order: StoredOrder, response: CarrierResponse): boolean =>
  order.responseVersion === order.version &&
  order.response === response.response &&
  order.driver === response.driver &&
  order.truck === response.truck &&
  order.declineReason === response.declineReason &&
  order.etaAt?.getTime() === response.etaAt?.getTime();

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MAX_ETA_DAYS = 60;
/** How far the local time of an unknown zone can be from UTC. */
const MAX_OFFSET_MS = 14 * HOUR_MS;

const etaProblem = (message: string): AppError =>
  new AppError("bad_input", message, { details: [{ pointer: "/eta", message }] });

/** Refuses an ETA that has passed or is too far ahead. The one of the same version may be sent again
 * with another driver. */
function requirePossibleEta(order: StoredOrder, { etaAt, etaZone }: CarrierResponse, now: Date): void {
  const isStored = order.responseVersion === order.version && etaAt?.getTime() === order.etaAt?.getTime();
  if (!etaAt || isStored) return;
  const slack = etaZone === null ? MAX_OFFSET_MS : 0;
  const ahead = etaAt.getTime() - now.getTime();
  // Typed times are whole minutes: the current one has not passed.
  if (ahead + slack <= -MINUTE_MS) throw etaProblem("The ETA has passed. Enter a later time.");
  if (ahead - slack > MAX_ETA_DAYS * DAY_MS)
    throw etaProblem(`The ETA is more than ${MAX_ETA_DAYS} days ahead. Check the date.`);
}

/**
 * Stores the response of a carrier to the version of the order that it saw. The same response sent again counts once. The
 * assignment stays as it is. Throws `changed_meanwhile` for another version and after the empty return, `not_found` after
 * the link has ended.
 */
async function respond(
  db: Database,
  tokenId: string,
  { shown, now }: { shown: number; now: Date },
  of: (open: OpenOrder) => CarrierResponse,
): Promise<void> {
  await transact(db, async (tx) => {
    await lockBoard(tx);
    const visit = await holdOrder(tx, tokenId, now);
    if (visit.state !== "open") throw new AppError("not_found", endedText(visit));
    const { order, container } = visit;
    if (isEmptyReturned(container))
      throw new AppError("changed_meanwhile", "The container was returned. Contact dispatch.");
    await requireShown(tx, visit, shown);
    const response = of(visit);
    if (isSame(order, response)) return;
    requirePossibleEta(order, response, now);
    const { detail, audit, ...columns } = response;
    await tx
      .update(workOrders)
      .set({ ...columns, responseVersion: order.version, respondedAt: now })
      .where(eq(workOrders.id, order.id));
    const kind = response.response === "accepted" ? "accepted" : "declined";
    await addOrderEvent(tx, order, { kind, data: { detail } }, { at: now });
    const record = { type: "container", id: order.containerId };
    await recordAuditEntry(tx, { userId: null, email: "user of the link" }, { ...audit, record });
    await markContainersChanged(tx, [order.containerId]);
  });
}

function etaAt(typed: string, zone: string | null): Date | null {
  if (typed === "") return null;
  const read = readWallTime(typed, zone);
  // An ETA is an estimate: of a time that occurs twice the first one, of one that the clock change omits the next one.
  if (read.state === "once") return new Date(read.at);
  if (read.state === "twice") return new Date(read.first);
  if (read.state === "skipped") return new Date(read.next);
  throw etaProblem(NO_TIME);
}

/** Accepts the shown version of an order, or changes the driver, truck and ETA of its acceptance. See `respond`. */
export const acceptOrder = (
  db: Database,
  tokenId: string,
  { version: shown, driver, truck, eta }: z.infer<typeof acceptSchema>,
  now: Date,
): Promise<void> =>
  respond(db, tokenId, { shown, now }, ({ container, carrier, order }) => {
    const { zone } = pickupPlace(container);
    const at = etaAt(eta, zone);
    return {
      response: "accepted",
      driver,
      truck,
      etaAt: at,
      etaZone: at && zone,
      declineReason: "",
      detail: [driver, truck].filter(Boolean).join(", "),
      audit: {
        action: "work_order.accepted",
        data: { carrier, version: order.version, driver, truck, eta: at?.toISOString() ?? null },
      },
    };
  });

/** Declines the shown version of an order. See `respond`. */
export const declineOrder = (
  db: Database,
  tokenId: string,
  { version: shown, reason }: z.infer<typeof declineSchema>,
  now: Date,
): Promise<void> =>
  respond(db, tokenId, { shown, now }, ({ carrier, order }) => ({
    response: "declined",
    driver: "",
    truck: "",
    etaAt: null,
    etaZone: null,
    declineReason: reason,
    detail: reason,
    audit: { action: "work_order.declined", data: { carrier, version: order.version, reason } },
  }));
