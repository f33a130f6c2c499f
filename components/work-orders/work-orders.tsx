"use client";

import { FileText, Send } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { Ago } from "@/components/time/age";
import { useTicking } from "@/components/time/clock";
import { PlaceTime } from "@/components/time/local-time";
import { Button, buttonClass } from "@/components/ui/button";
import type { FormAction } from "@/components/ui/forms/form-state";
import { OnlyWho } from "@/components/ui/permissions";
import { Tag } from "@/components/ui/tag";
import type { DrayCarrier } from "@/lib/domain/container/container-facts";
import { ORDER_STATE_LABELS, type OrderState, orderState } from "@/lib/domain/work-order/order-state";
import { TERM_LABELS } from "@/lib/domain/work-order/order-terms";
import { changedTexts, eventAuthor, eventText } from "@/lib/features/work-orders/messages";
import type { ListedOrder, OrderContact } from "@/lib/features/work-orders/rules";
import { orderPdfHref } from "@/lib/features/work-orders/urls";
import type { SendOrder } from "./send-data";

const SendOrderPanel = dynamic(() => import("./send-panel").then((module) => module.SendOrderPanel), {
  ssr: false,
});

/** The server actions of the orders, and what a new one begins with. */
export type OrderActions = { send: SendOrder; withdraw: FormAction };

const TONES: Record<OrderState, "go" | "late" | "soon" | "plain"> = {
  sent: "plain",
  accepted: "go",
  declined: "late",
  changed: "soon",
  expired: "late",
};

type Shown = ListedOrder & { state: NonNullable<ListedOrder["state"]> };
const isOpen = (order: ListedOrder): order is Shown => order.state !== null;

function OrderDetails({ order, state, now }: { order: Shown; state: OrderState; now: number }) {
  const { sentAt, sentBy, viewedAt, expiresAt, zone, respondedAt } = order;
  const { driver, truck, eta, changed, declineReason } = order;
  const waits = state === "sent" || state === "changed";
  return (
    <>
      {state === "changed" && (
        <p>Changed since the response{changedTexts(changed.map((id) => TERM_LABELS[id]))}.</p>
      )}
      {state === "declined" && <p className="wrap-anywhere">{declineReason}</p>}
      {state === "accepted" && (driver || truck || eta) && (
        <p className="wrap-anywhere">
          {[driver, truck].filter(Boolean).join(", ")}
          {eta && (
            <>
              {(driver || truck) && " · "}ETA to gate <PlaceTime moment={eta} now={now} />
            </>
          )}
        </p>
      )}
      <p className="text-small text-ink-3">
        {respondedAt && state !== "sent" && (
          <>
            responded <Ago since={respondedAt} /> ·{" "}
          </>
        )}
        sent by {sentBy} <Ago since={sentAt} />
        {viewedAt ? (
          <>
            {" "}
            · opened <Ago since={viewedAt} />
          </>
        ) : (
          " · not opened yet"
        )}
        {waits && (
          <>
            {" "}
            · expires <PlaceTime moment={{ at: expiresAt, zone }} now={now} />
          </>
        )}
      </p>
    </>
  );
}

function CarrierOrder({
  carrier,
  order,
  now,
  actions,
  onSend,
}: {
  carrier: DrayCarrier;
  order: Shown | undefined;
  now: number;
  actions: OrderActions;
  onSend: () => void;
}) {
  const state = useTicking((time) => order && orderState(order, new Date(time)));
  const name = carrier.name || "the dray carrier";
  return (
    <div data-work-order={state ?? "none"} className="flex flex-col gap-1">
      <p className="flex flex-wrap items-center gap-x-2">
        <span className="wrap-anywhere">{carrier.name}</span>
        {state ? (
          <Tag tone={TONES[state]}>{ORDER_STATE_LABELS[state]}</Tag>
        ) : (
          <span className="text-ink-3">no work order sent</span>
        )}
      </p>
      {order && state && <OrderDetails order={order} state={state} now={now} />}
      <div className="flex flex-wrap items-start gap-2">
        <OnlyWho may="dispatch">
          <Button onClick={onSend} aria-haspopup="dialog">
            <Send aria-hidden size={14} /> {order ? "Send again" : "Send work order"}
            <span className="sr-only"> to {name}</span>
          </Button>
        </OnlyWho>
        {order && (
          <a href={orderPdfHref(order.id)} className={buttonClass()}>
            <FileText aria-hidden size={14} /> PDF<span className="sr-only"> of the order for {name}</span>
          </a>
        )}
        {order && (
          <OnlyWho may="dispatch">
            <ActionForm
              action={actions.withdraw}
              label="Withdraw"
              pendingText="Withdrawing…"
              variant="danger"
              fields={{ id: order.id }}
              describe={`the order for ${name}`}
              confirm={
                <p>
                  The link ends and {name} can’t respond any more. The assignment stays. This can’t be undone.
                </p>
              }
            />
          </OnlyWho>
        )}
      </div>
    </div>
  );
}

function History({ orders }: { orders: readonly ListedOrder[] }) {
  const events = orders
    .flatMap(({ carrier, events }) => events.map((event) => ({ ...event, carrier })))
    .toSorted((a, b) => b.id - a.id);
  if (events.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="w-fit cursor-pointer text-note text-ink-2">Work order history</summary>
      <ul className="mt-1 flex flex-col gap-1 text-small">
        {events.map((event) => {
          const author = eventAuthor(event, event.carrier);
          return (
            <li key={event.id} className="wrap-anywhere">
              {eventText(event)}
              <span className="block text-ink-3">
                {author && `${author} · `}
                <Ago since={event.at} />
              </span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** The work orders of the dray carriers of a container: their state, what can be done, and their history. */
export function WorkOrders({
  containerId,
  drayCarriers,
  orders,
  deliveryPlace,
  emails,
  contact,
  now,
  actions,
}: {
  containerId: string;
  drayCarriers: readonly DrayCarrier[];
  orders: readonly ListedOrder[];
  /** The delivery address of the plan, "" for none. */
  deliveryPlace: string;
  /** The emails of the carriers' dispatch offices by party id. */
  emails: Readonly<Record<string, string>>;
  /** The contact that a new order begins with. */
  contact: OrderContact;
  now: number;
  actions: OrderActions;
}) {
  const [sendTo, setSendTo] = useState<string | null>(null);
  if (drayCarriers.length === 0 && orders.length === 0) return null;
  // A dray carrier that is assigned twice has one order.
  const assigned = [...new Map(drayCarriers.map((each) => [each.partyId, each])).values()];
  const open = orders.filter(isOpen);
  const orderOf = (partyId: string) => open.find((order) => order.partyId === partyId);
  const carrier = drayCarriers.find(({ partyId }) => partyId === sendTo);
  return (
    <section aria-label="Work orders" className="mt-3 border-t border-line pt-2.5">
      <h3 className="mb-1.5 text-note text-ink-2">Work order</h3>
      <div className="flex flex-col gap-3">
        {assigned.map((each) => (
          <CarrierOrder
            key={each.partyId}
            carrier={each}
            order={orderOf(each.partyId)}
            now={now}
            actions={actions}
            onSend={() => setSendTo(each.partyId)}
          />
        ))}
      </div>
      <History orders={orders} />
      {carrier && (
        <SendOrderPanel
          draft={{
            containerId,
            carrier,
            email: emails[carrier.partyId] ?? "",
            deliveryPlace,
            instructions: orderOf(carrier.partyId)?.instructions ?? "",
            contact,
            isSentAgain: orderOf(carrier.partyId) !== undefined,
          }}
          send={actions.send}
          onClose={() => setSendTo(null)}
        />
      )}
    </section>
  );
}
