"use client";

import { FileText } from "lucide-react";
import { Suspense } from "react";
import { SharedFacts } from "@/components/sharing/pages/container-parts";
import { MapPlace } from "@/components/sharing/pages/map-place";
import { buttonClass } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { classNames } from "@/components/ui/class-names";
import { Tag } from "@/components/ui/tag";
import { TERM_LABELS } from "@/lib/domain/work-order/order-terms";
import { newerVersionText, pageStateText } from "@/lib/features/work-orders/messages";
import {
  type OrderFact,
  type OrderPage,
  type OrderSection,
  shownSections,
} from "@/lib/features/work-orders/rules";
import { joined } from "@/lib/platform/text/bidi";
import { ContactOfOrder } from "./order-contact";
import { ResponseForm } from "./response-form";
import { useSeenVersion } from "./use-seen-version";

/** The id of the form, to which the page links. */
const RESPONSE_ID = "respond";

const changedTag = (
  <span className="ml-1.5">
    <Tag tone="soon">changed</Tag>
  </span>
);

function Fact({ value, place, isChanged }: OrderFact) {
  if (place) return <MapPlace mark={isChanged && changedTag}>{value}</MapPlace>;
  return (
    <span dir="auto">
      {value}
      {isChanged && changedTag}
    </span>
  );
}

function Section({ title, facts, text, isChanged }: OrderSection) {
  return (
    <Card title={title} aside={isChanged && changedTag}>
      {facts.length > 0 && (
        <SharedFacts facts={facts.map((fact) => ({ label: fact.label, value: <Fact {...fact} /> }))} />
      )}
      {text !== undefined && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-line">
          {text || "none"}
        </p>
      )}
    </Card>
  );
}

const STATE_STYLES: Record<OrderPage["state"], string> = {
  sent: "border-line-strong",
  accepted: "border-go/50 bg-go-soft text-go",
  declined: "border-late/40 bg-late-soft text-late",
  changed: "border-soon/50 bg-soon-soft text-soon",
  expired: "border-line-strong",
  returned: "border-line-strong",
};

/**
 * A work order as its dray carrier sees it: what to do, where and when, and the response. Says when the shown version is
 * newer than the one that the page showed before, and marks what changed. `address`: that of its routes.
 */
export function OrderView({ order, address }: { order: OrderPage; address: string }) {
  const { number, equipment, carrier, version, state, sections, contact } = order;
  const seen = useSeenVersion(address, order);
  const isNewer = version > seen && (state === "sent" || state === "changed");
  const changed = isNewer ? order.differences[seen] : [];
  const newer = isNewer ? newerVersionText(version, changed) : null;
  // The text of the state already names the same terms.
  const isNamed =
    state === "changed" && changed?.map((id) => TERM_LABELS[id]).join() === order.changed.join();
  const hasResponse = state !== "returned" && state !== "expired";
  return (
    <>
      <div className="mb-3">
        <h2 className="font-mono text-verdict tracking-tight">{number}</h2>
        <p className="text-ink-3 wrap-anywhere">
          {joined([equipment, carrier && `for ${carrier}`, `version ${version}`])}
        </p>
      </div>
      <p
        role="status"
        data-order-state={state}
        className={classNames(
          "mb-3.5 rounded-field border px-2.5 py-1.5 font-[560] wrap-anywhere",
          STATE_STYLES[isNewer ? "changed" : state],
        )}
      >
        {newer && !isNamed && <span className="block">{newer}</span>}
        {pageStateText(order)}
      </p>
      {hasResponse && state !== "accepted" && (
        <a
          href={`#${RESPONSE_ID}`}
          className={classNames(buttonClass("main"), "mb-3.5 min-h-12 w-full sm:hidden print:hidden")}
        >
          Respond
        </a>
      )}
      <div className="grid items-start gap-3.5 lg:grid-cols-[minmax(0,1fr)_24rem] print:grid-cols-1">
        <div className="grid gap-3.5">
          {shownSections(sections, changed).map((section) => (
            <Section key={section.title} {...section} />
          ))}
        </div>
        <div className="grid gap-3.5">
          {/* The content is shown also when this fails. */}
          <Suspense>
            {hasResponse && <ResponseForm id={RESPONSE_ID} order={order} newer={newer} address={address} />}
          </Suspense>
          <Card title="Dispatch">
            <ContactOfOrder contact={contact} />
            <a
              href={`${address}/pdf`}
              className={classNames(buttonClass(), "mt-2 min-h-12 w-full print:hidden")}
            >
              <FileText aria-hidden size={16} /> Download PDF
            </a>
          </Card>
        </div>
      </div>
    </>
  );
}
