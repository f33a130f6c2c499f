import { randomUUID } from "node:crypto";
import { and, eq, isNull } from "drizzle-orm";
import { z } from "zod";
import { emailSchema } from "@/lib/auth/accounts/account-rules";
import { recordAuditEntry } from "@/lib/auth/audit/audit-log";
import { type CommandActor, command } from "@/lib/auth/commands/command";
import { makeAccessToken, revokeAccessToken } from "@/lib/auth/tokens/access-tokens";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { Container } from "@/lib/domain/container/container-facts";
import { isEmptyReturned, pickupPlace } from "@/lib/domain/container/pickup";
import { orderTerms } from "@/lib/domain/work-order/order-terms";
import type { OrderTerms } from "@/lib/domain/work-order/work-order";
import { setDeliveryPlace } from "@/lib/features/moves/commands/delivery-place";
import { dayAfterPickup } from "@/lib/features/moves/commands/order-links";
import type { orderTokenSettings, StoredOrder } from "@/lib/features/work-orders/queries/open-order";
import { MAX_INSTRUCTIONS, MAX_NAME, MAX_PLACE } from "@/lib/features/work-orders/rules";
import { lockBoard } from "@/lib/mirror/apply/apply";
import { markContainersChanged } from "@/lib/mirror/apply/rebuild-container-rows";
import { requireContainer } from "@/lib/mirror/require-container";
import type { Transaction } from "@/lib/platform/database/client";
import { workOrders } from "@/lib/platform/database/schema/schema";
import { plainText } from "@/lib/platform/database/storable-id";
import { transact } from "@/lib/platform/database/transaction";
import { AppError } from "@/lib/platform/errors";
import { isPhoneNumber, NO_PHONE_NUMBER } from "@/lib/platform/text/phone-number";
import { addOrderEvent, updateTerms } from "./order-events";

const DAY_MS = 86_400_000;
const MAX_DAYS = 30;
const text = (longest: number) =>
  plainText(longest * 2)
    .trim()
    .max(longest, { error: `At most ${longest} characters.` });

/**
 * A work order as a dispatcher sends it. `wasDeliveryPlace` is the delivery address of the plan as the form showed it. ""
 * for what is not known.
 */
const sendOrderSchema = z.object({
  containerId: z.string().min(1).max(200),
  partyId: z.string().min(1).max(200),
  deliveryPlace: text(MAX_PLACE),
  wasDeliveryPlace: text(MAX_PLACE),
  instructions: text(MAX_INSTRUCTIONS),
  contactName: text(MAX_NAME),
  contactPhone: text(40).refine((phone) => phone === "" || isPhoneNumber(phone), { error: NO_PHONE_NUMBER }),
  contactEmail: z.union([z.string().trim().length(0), emailSchema], {
    error: "Enter an email address, such as name@example.com.",
  }),
  days: z.int().min(1).max(MAX_DAYS),
});
type SendInput = z.output<typeof sendOrderSchema>;

/** A sent order. The token opens its page and is returned only once. */
export type SentOrder = {
  id: string;
  token: string;
  expiresAt: Date;
  carrier: string;
  terms: OrderTerms;
  /** The zone of the pickup place. */
  zone: string | null;
};

function requireCarrier({ drayCarriers }: Container, partyId: string): string {
  const carrier = drayCarriers.find((each) => each.partyId === partyId);
  if (!carrier)
    throw new AppError("changed_meanwhile", "This dray carrier is not assigned any more. Reload the page.");
  return carrier.name;
}

type Columns = Omit<typeof workOrders.$inferInsert, "terms" | "version">;

/** Stores a new order. */
async function addOrder(tx: Transaction, columns: Columns, terms: OrderTerms): Promise<StoredOrder> {
  const [added] = await tx
    .insert(workOrders)
    .values({ ...columns, terms })
    .returning();
  if (!added) throw new Error("a work order was not stored");
  return { ...added, terms };
}

const NO_RESPONSE = { response: null, responseVersion: null, respondedAt: null, declineReason: "" } as const;

/**
 * Sends an open order again: its former link ends. An acceptance stays: with other terms than the accepted ones the order
 * is shown as changed. After a refusal the carrier is asked again, and the refusal is in the history only.
 */
async function renewOrder(
  tx: Transaction,
  former: StoredOrder,
  columns: Columns,
  container: Container,
  by: { at: Date; userId: string },
): Promise<StoredOrder> {
  await revokeAccessToken(tx, former.tokenId, ["order"], by.at);
  const order = await updateTerms(tx, { ...former, instructions: columns.instructions ?? "" }, container, by);
  const responded = former.response === "declined" ? NO_RESPONSE : {};
  await tx
    .update(workOrders)
    .set({ ...columns, ...responded, viewedAt: null })
    .where(eq(workOrders.id, former.id));
  return order;
}

/** The order of a container and a dray carrier that is not withdrawn. Held until the transaction ends. */
async function findFormer(
  tx: Transaction,
  { containerId, partyId }: Pick<SendInput, "containerId" | "partyId">,
): Promise<StoredOrder | null> {
  const [former] = await tx
    .select()
    .from(workOrders)
    .where(
      and(
        eq(workOrders.containerId, containerId),
        eq(workOrders.partyId, partyId),
        isNull(workOrders.withdrawnAt),
      ),
    )
    .for("update");
  return former ? { ...former, terms: former.terms as OrderTerms } : null;
}

async function storeOrder(
  tx: Transaction,
  actor: CommandActor,
  input: SendInput,
  {
    former,
    id,
    container,
    tokenId,
    now,
  }: { former: StoredOrder | null; id: string; container: Container; tokenId: string; now: Date },
): Promise<StoredOrder> {
  const { containerId, partyId, instructions, contactName, contactPhone, contactEmail } = input;
  const columns = {
    id,
    containerId,
    partyId,
    tokenId,
    instructions,
    contactName,
    contactPhone,
    contactEmail,
    sentAt: now,
    sentBy: actor.userId,
  };
  if (!former) return addOrder(tx, columns, orderTerms(container, instructions));
  return renewOrder(tx, former, columns, container, { at: now, userId: actor.userId });
}

/** When the link ends: after the chosen days, not before the day after the planned pickup. A later plan extends it. */
function linkEnd(now: Date, days: number, { team }: Container): Date {
  const chosen = new Date(now.getTime() + days * DAY_MS);
  const { pickup } = team.plan;
  const earliest = pickup ? dayAfterPickup(new Date(pickup.at)) : chosen;
  return earliest > chosen ? earliest : chosen;
}

/**
 * Sends the work order of a container to one of its dray carriers: makes its link. An open order of the carrier is sent
 * again, its former link ends. The delivery address is saved in the plan. Throws `changed_meanwhile` when the carrier or the
 * delivery address was changed, `bad_input` for a returned container, `not_found` for an unknown one.
 */
export const sendWorkOrder = command(
  { right: "dispatch", input: sendOrderSchema },
  async ({ db, actor, now }, input): Promise<SentOrder> =>
    transact(db, async (tx) => {
      await lockBoard(tx);
      const { containerId, partyId, days } = input;
      const before = await requireContainer(tx, containerId);
      const carrier = requireCarrier(before, partyId);
      if (isEmptyReturned(before)) throw new AppError("bad_input", "This container was returned already.");
      await setDeliveryPlace(tx, actor, {
        containerId,
        was: input.wasDeliveryPlace,
        value: input.deliveryPlace,
      });
      const container = await requireContainer(tx, containerId);
      const number = formatContainerNumber(container.attributes.number ?? "");
      const expiresAt = linkEnd(now, days, container);
      const former = await findFormer(tx, input);
      const id = former?.id ?? randomUUID();
      const { id: tokenId, token } = await makeAccessToken(tx, {
        kind: "order",
        label: `Work order ${number}`,
        settings: { orderId: id } satisfies z.input<typeof orderTokenSettings>,
        createdBy: actor.userId,
        expiresAt,
      });
      const order = await storeOrder(tx, actor, input, { former, id, container, tokenId, now });
      const sent = { kind: "sent", data: { terms: order.terms } } as const;
      await addOrderEvent(tx, order, sent, { at: now, userId: actor.userId });
      await recordAuditEntry(tx, actor, {
        action: "work_order.sent",
        record: { type: "container", id: containerId },
        data: { carrier, version: order.version, days },
      });
      await markContainersChanged(tx, [containerId], actor.userId);
      const { zone } = pickupPlace(container);
      return { id: order.id, token, expiresAt, carrier, terms: order.terms, zone };
    }),
);
