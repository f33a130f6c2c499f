import { holdSince } from "@/components/containers/change-history";
import type { ToldChange } from "@/components/containers/page-data";
import { Age } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import type { Hold } from "@/lib/contract/container";
import type { Box } from "@/lib/domain/container/container-facts";
import {
  type ChaseRecord,
  chaseOwner,
  currentHoldPlace,
  holdZone,
  sameHold,
} from "@/lib/domain/readiness/hold-follow-up";
import {
  currentHolds,
  HOLD_OWNERS,
  type HoldOwner,
  holdOwner,
  isActiveHold,
} from "@/lib/domain/readiness/holds";
import { ChaseLog, EndedChases } from "./follow-up-log";
import { DueMark, HoldChase } from "./hold-follow-up";

export type ChaseActions = { log: FormAction; drop: FormAction };

function countWords(holds: readonly Hold[]): string {
  const active = holds.filter(isActiveHold).length;
  const pending = holds.length - active;
  return [active > 0 && `${active} active`, pending > 0 && `${pending} pending`].filter(Boolean).join(", ");
}

/** How many holds that stop the pickup an owner has to resolve. */
function activeOf(holds: readonly Hold[], owner: HoldOwner): number {
  return holds.filter((hold) => isActiveHold(hold) && holdOwner(hold.name) === owner).length;
}

type RowProps = {
  box: Box;
  hold: Hold;
  since: string | null;
  chase: ChaseRecord | null;
  actions: ChaseActions;
  now: number;
};

function HoldRow({ box, hold, since, chase, actions, now }: RowProps) {
  const active = isActiveHold(hold);
  const place = currentHoldPlace(box);
  const zone = holdZone(box, place);
  const named = chase?.owner ? chaseOwner(chase) : null;
  return (
    <li className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3.5 max-sm:grid-cols-1">
      <span>
        <Tag tone={active ? "late" : "soon"}>{active ? hold.name : `${hold.name} ${hold.status}`}</Tag>
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {hold.description ? `“${hold.description}” · ` : ""}
          {active ? "" : "expected, does not stop the pickup yet · "}
          {since ? (
            <>
              since <Age since={since} />
            </>
          ) : (
            "there when the desk first saw it"
          )}
          {named && (
            <>
              {" · "}
              <b className="font-[580]">{named} resolves it</b>
            </>
          )}
          {chase?.nextCheckAt && (
            <>
              {" · ask again "}
              <PlaceTime moment={{ at: chase.nextCheckAt, zone }} now={now} />
              <DueMark chase={chase} />
            </>
          )}
        </p>
        {chase && <ChaseLog chase={chase} zone={zone} now={now} />}
        <HoldChase
          hold={{ containerId: box.id, holdName: hold.name, place, zone, owner: holdOwner(hold.name) }}
          chase={chase}
          logAction={actions.log}
          dropAction={actions.drop}
        />
      </div>
    </li>
  );
}

/** What holds the box, by who resolves it, who was asked about it and when to ask again. */
export function HoldsCard({
  box,
  changes,
  chases,
  actions,
  now,
}: {
  box: Box;
  changes: readonly ToldChange[];
  chases: readonly ChaseRecord[];
  actions: ChaseActions;
  now: number;
}) {
  const holds = currentHolds(box);
  const owners = HOLD_OWNERS.filter((owner) => holds.some((hold) => holdOwner(hold.name) === owner)).sort(
    (a, b) => activeOf(holds, b) - activeOf(holds, a),
  );
  const open = chases.filter(({ closedAt }) => closedAt === null);
  return (
    <Card title="Holds" aside={<b className="font-[560]">{countWords(holds)}</b>}>
      {owners.length === 0 && <p className="text-ink-3">None reported.</p>}
      {owners.map((owner) => (
        <div key={owner} className="mt-1.5 first:mt-0">
          <h3 className="text-note text-ink-2 first-letter:uppercase">
            {owner === "read the description" ? owner : `${owner} resolves`}
          </h3>
          <ul className="mt-1 flex flex-col gap-2">
            {holds
              .filter((hold) => holdOwner(hold.name) === owner)
              .map((hold) => (
                <HoldRow
                  key={`${hold.name} ${hold.status}`}
                  box={box}
                  hold={hold}
                  since={holdSince(hold, changes)}
                  chase={open.find(({ holdName }) => sameHold(holdName, hold.name)) ?? null}
                  actions={actions}
                  now={now}
                />
              ))}
          </ul>
        </div>
      ))}
      <EndedChases
        chases={chases.filter(({ closedAt }) => closedAt !== null)}
        zoneOf={({ place }) => holdZone(box, place)}
        now={now}
      />
    </Card>
  );
}
