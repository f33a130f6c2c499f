import type { Shown, ShownShipment } from "@/lib/features/sharing/rules/shared-pages";
import { ShownRows } from "./container-rows";
import { CustomerBox } from "./customer-container";
import { DriverBox } from "./driver-container";
import { PageSteps } from "./pagination";
import { PlainTime } from "./plain-time";
import type { Look } from "./time-display";

function Shipment({ shipment, look }: { shipment: ShownShipment; look: Look }) {
  const { number, line, route, vessel, eta, arrived, rows } = shipment;
  const ship = [vessel.name, vessel.voyage].filter(Boolean).join(" ");
  return (
    <>
      <div className="mb-3">
        <h2 className="font-mono text-verdict tracking-tight wrap-anywhere">{number}</h2>
        <p className="text-ink-2">{[line, route.join(" → "), ship].filter(Boolean).join(" · ")}</p>
        {arrived ? (
          <p className="text-ink-2">
            Arrived <PlainTime moment={arrived} look={look} />
          </p>
        ) : (
          eta && (
            <p className="text-ink-2">
              Expected <PlainTime moment={eta} look={look} />
            </p>
          )
        )}
      </div>
      <ShownRows label={`Containers of ${number}`} rows={rows.map((row) => ({ row }))} look={look} />
    </>
  );
}

/** What a link shows. `pageHref` gives the address of another page of a board;  */
export function ShownView({
  shown,
  look,
  pageHref,
}: {
  shown: Shown;
  look: Look;
  pageHref: (page: number) => string;
}) {
  if (shown.kind === "shipment") return <Shipment shipment={shown} look={look} />;
  if (shown.kind === "board")
    return (
      <>
        <ShownRows label="Containers" rows={shown.rows.map((row) => ({ row }))} look={look} />
        <PageSteps page={shown.page} pages={shown.pages} total={shown.total} hrefOf={pageHref} />
      </>
    );
  if (shown.view === "driver") return <DriverBox box={shown.box} look={look} />;
  return <CustomerBox box={shown.box} milestones={shown.milestones} look={look} />;
}
