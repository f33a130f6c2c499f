"use client";

import { type SubmitEvent, useState } from "react";
import { Ago } from "@/components/time/age";
import { Button } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { Field, fieldClass, fieldProps } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { RowPages } from "@/components/ui/lists/pagination";
import { DeliveryTable } from "./delivery-table";
import { useDeliveries } from "./use-deliveries";
import {
  DELIVERIES_A_PAGE,
  type DeliveryPage,
  type ReceivedFilter,
  type WebhookEntry,
  type WebhooksActions,
} from "./webhooks-data";

const FILTERS: readonly { value: ReceivedFilter; label: string }[] = [
  { value: "any", label: "All" },
  { value: "waiting", label: "Waiting to be applied" },
  { value: "dead_lettered", label: "Dead-lettered" },
];

const PRESSED = "aria-pressed:bg-accent-soft";

/** The known number of rows. If the total is not reported, a full page implies one more page. */
const totalOf = ({ offset, total, rows }: DeliveryPage) =>
  total ?? offset + rows.length + (rows.length === DELIVERIES_A_PAGE ? 1 : 0);

function FindById({ onFind }: { onFind: (id: string) => void }) {
  const [id, setId] = useState("");
  const find = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (id.trim() !== "") onFind(id.trim());
  };
  return (
    <form onSubmit={find} className="flex items-end gap-2">
      <Field id="delivery-id" label="Notification ID">
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          value={id}
          onChange={(event) => setId(event.target.value)}
          {...fieldProps("delivery-id", {})}
          className={fieldClass()}
        />
      </Field>
      <Button type="submit">Search log</Button>
    </form>
  );
}

function Nothing({ source, state }: { source: "received" | "log"; state: ReceivedFilter }) {
  const text =
    source === "log"
      ? "No deliveries on this page of the service’s log."
      : state === "any"
        ? "Nothing delivered yet. Send a test to check that the service can reach Drayboard."
        : "No delivery has this status.";
  return (
    <div className="rounded-card border border-line bg-surface">
      <Notice title="No deliveries">{text}</Notice>
    </div>
  );
}

/** The service's deliveries as received by Drayboard, and on request the service's own log. */
export function Deliveries({
  received,
  webhooks,
  actions,
}: {
  received: DeliveryPage;
  webhooks: readonly WebhookEntry[];
  actions: Pick<WebhooksActions, "readLog" | "listReceived">;
}) {
  const { source, state, page, problem, pending, showReceived, showLog } = useDeliveries(received, actions);
  const goTo = (offset: number) => (source === "log" ? showLog({ offset }) : showReceived(state, offset));
  return (
    <section aria-busy={pending} aria-label="Deliveries" className="flex flex-col gap-2">
      <h2 className="font-[560]">Deliveries</h2>
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="flex flex-wrap gap-2">
          <Button
            className={PRESSED}
            aria-pressed={source === "received"}
            onClick={() => showReceived("any", 0)}
          >
            Received
          </Button>
          <Button
            className={PRESSED}
            aria-pressed={source === "log"}
            aria-disabled={pending}
            onClick={() => !pending && showLog({ offset: 0 })}
          >
            {source === "log" ? "Refresh log" : "Compare with the service’s log"}
          </Button>
        </div>
        {source === "received" ? (
          <Field id="delivery-state" label="Show">
            <select
              value={state}
              onChange={(event) => {
                const chosen = FILTERS.find(({ value }) => value === event.target.value);
                if (chosen) showReceived(chosen.value, 0);
              }}
              {...fieldProps("delivery-state", {})}
              className={fieldClass()}
            >
              {FILTERS.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </select>
          </Field>
        ) : (
          <FindById onFind={(id) => showLog({ id })} />
        )}
      </div>
      <FormProblem problem={problem} />
      <p role="status" className="text-note text-ink-3">
        {pending ? (
          "Loading…"
        ) : source === "log" && page ? (
          <>
            The service’s log as of <Ago since={page.readAt} />. Each page costs one request, so it does not
            refresh automatically.
          </>
        ) : (
          "Deliveries received by Drayboard. Missed deliveries are listed only in the service’s log."
        )}
      </p>
      {page && page.rows.length === 0 && problem === null && <Nothing source={source} state={state} />}
      {page && page.rows.length > 0 && (
        <DeliveryTable rows={page.rows} withLog={source === "log"} webhooks={webhooks} />
      )}
      {page && (
        <RowPages offset={page.offset} size={DELIVERIES_A_PAGE} total={totalOf(page)} onOffset={goTo} />
      )}
    </section>
  );
}
