import type { ReactNode } from "react";
import type { SharedData, SharedShipment } from "@/lib/features/sharing/rules/shared-pages";
import { joined } from "@/lib/platform/text/bidi";
import { SharedRows } from "./container-rows";
import { CustomerContainer } from "./customer-container";
import { DriverContainer } from "./driver-container";
import { PageSteps } from "./pagination";
import { PlainTime } from "./plain-time";
import type { TimeDisplay } from "./time-display";

function Shipment({ shipment, display }: { shipment: SharedShipment; display: TimeDisplay }) {
  const { number, line, route, vessel, eta, arrived, rows } = shipment;
  const ship = [vessel.name, vessel.voyage].filter(Boolean).join(" ");
  return (
    <>
      <div className="mb-3">
        <h2 className="font-mono text-verdict tracking-tight wrap-anywhere">{number}</h2>
        <p className="text-ink-2">{joined([line, route.join(" → "), ship])}</p>
        {arrived ? (
          <p className="text-ink-2">
            Arrived <PlainTime moment={arrived} display={display} />
          </p>
        ) : (
          eta && (
            <p className="text-ink-2">
              Expected <PlainTime moment={eta} display={display} />
            </p>
          )
        )}
      </div>
      <SharedRows label={`Containers of ${number}`} rows={rows.map((row) => ({ row }))} display={display} />
    </>
  );
}

/**
 * The content of a link. `pageHref` returns the address of another page of a board. `actions` is what the driver of a
 * container can do.
 */
export function SharedView({
  data: shown,
  display,
  pageHref,
  actions,
}: {
  data: SharedData;
  display: TimeDisplay;
  pageHref: (page: number) => string;
  actions?: ReactNode;
}) {
  if (shown.kind === "shipment") return <Shipment shipment={shown} display={display} />;
  if (shown.kind === "board")
    return (
      <>
        <SharedRows label="Containers" rows={shown.rows.map((row) => ({ row }))} display={display} />
        <PageSteps page={shown.page} pages={shown.pages} total={shown.total} hrefOf={pageHref} />
      </>
    );
  if (shown.view === "driver")
    return (
      <DriverContainer container={shown.container} move={shown.move} display={display} actions={actions} />
    );
  return <CustomerContainer container={shown.container} milestones={shown.milestones} display={display} />;
}
