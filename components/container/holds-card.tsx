import { Age } from "@/components/live/age";
import { Card } from "@/components/ui/card";
import { Tag } from "@/components/ui/tag";
import type { Hold } from "@/lib/contract/container";
import type { BoardRow } from "@/lib/dispatch/board-row";
import { HOLD_OWNERS, type HoldOwner, holdOwner, isActiveHold } from "@/lib/dispatch/holds";
import { holdSince } from "./change-history";
import type { ToldChange } from "./container-data";

function countWords(holds: readonly Hold[]): string {
  const active = holds.filter(isActiveHold).length;
  const pending = holds.length - active;
  return [active > 0 && `${active} active`, pending > 0 && `${pending} pending`].filter(Boolean).join(", ");
}

/** How many holds that stop the pickup an owner has to resolve. */
function activeOf(holds: readonly Hold[], owner: HoldOwner): number {
  return holds.filter((hold) => isActiveHold(hold) && holdOwner(hold.name) === owner).length;
}

function HoldRow({ hold, since }: { hold: Hold; since: string | null }) {
  const active = isActiveHold(hold);
  return (
    <li className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3.5 max-sm:grid-cols-1">
      <span>
        <Tag tone={active ? "late" : "soon"}>{active ? hold.name : `${hold.name} ${hold.status}`}</Tag>
      </span>
      <span>
        {hold.description ? `“${hold.description}” · ` : ""}
        {active ? "" : "expected, does not stop the pickup yet · "}
        {since ? (
          <>
            since <Age since={since} />
          </>
        ) : (
          "there when the desk first saw it"
        )}
      </span>
    </li>
  );
}

/** What holds the box, by who resolves it. */
export function HoldsCard({ row, changes }: { row: BoardRow; changes: readonly ToldChange[] }) {
  const owners = HOLD_OWNERS.filter((owner) => row.holds.some((hold) => holdOwner(hold.name) === owner)).sort(
    (a, b) => activeOf(row.holds, b) - activeOf(row.holds, a),
  );
  return (
    <Card title="Holds" aside={<b className="font-[560]">{countWords(row.holds)}</b>}>
      {owners.length === 0 && <p className="text-ink-3">None reported.</p>}
      {owners.map((owner) => (
        <div key={owner} className="mt-1.5 first:mt-0">
          <h3 className="text-note text-ink-2 first-letter:uppercase">
            {owner === "read the description" ? owner : `${owner} resolves`}
          </h3>
          <ul className="mt-1 flex flex-col gap-1">
            {row.holds
              .filter((hold) => holdOwner(hold.name) === owner)
              .map((hold) => (
                <HoldRow key={`${hold.name} ${hold.status}`} hold={hold} since={holdSince(hold, changes)} />
              ))}
          </ul>
        </div>
      ))}
    </Card>
  );
}
