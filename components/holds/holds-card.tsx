import { holdSince } from "@/components/containers/change-history";
import type { ReportedChange } from "@/components/containers/page-data";
import { Age } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Tag } from "@/components/ui/tag";
import { withKeys } from "@/components/ui/with-keys";
import type { Container } from "@/lib/domain/container/container-facts";
import {
  type FollowUpRecord,
  followUpOwner,
  holdCity,
  holdZone,
  sameHold,
} from "@/lib/domain/readiness/hold-follow-up";
import {
  areHoldsUnreadable,
  currentHolds,
  HOLD_OWNERS,
  type HoldOwner,
  holdOwner,
  holdPlace,
  isActiveHold,
  OWNER_IN_DESCRIPTION,
  type PlacedHold,
} from "@/lib/domain/readiness/holds";
import { holdPlaceText } from "@/lib/domain/readiness/readiness";
import { EndedFollowUps, FollowUpLog } from "./follow-up-log";
import { DueMark, HoldFollowUp } from "./hold-follow-up";

export type FollowUpActions = { log: FormAction; drop: FormAction };

function countText(holds: readonly PlacedHold[]): string {
  const active = holds.filter(isActiveHold).length;
  const pending = holds.length - active;
  return [active > 0 && `${active} active`, pending > 0 && `${pending} pending`].filter(Boolean).join(", ");
}

/** The number of holds that stop the pickup and must be resolved by an owner. */
function activeOf(holds: readonly PlacedHold[], owner: HoldOwner): number {
  return holds.filter((hold) => isActiveHold(hold) && holdOwner(hold.name) === owner).length;
}

/** The open follow-up of a hold: of its place if there is one, otherwise one that began at the port. */
function followUpOf(hold: PlacedHold, open: readonly FollowUpRecord[]): FollowUpRecord | null {
  const named = open.filter(({ holdName }) => sameHold(holdName, hold.name));
  return named.find(({ place }) => place === holdPlace(hold)) ?? named[0] ?? null;
}

type RowProps = {
  container: Container;
  hold: PlacedHold;
  since: string | null;
  followUp: FollowUpRecord | null;
  actions: FollowUpActions;
  now: number;
};

function HoldRow({ container, hold, since, followUp, actions, now }: RowProps) {
  const active = isActiveHold(hold);
  const place = followUp?.place ?? holdPlace(hold);
  const at = holdPlaceText(container, hold);
  const zone = holdZone(container, place);
  const named = followUp?.owner ? followUpOwner(followUp) : null;
  return (
    <li className="grid grid-cols-[8.5rem_minmax(0,1fr)] gap-x-3.5 max-sm:grid-cols-1">
      <span>
        <Tag tone={active ? "late" : "soon"}>{active ? hold.name : `${hold.name} ${hold.status}`}</Tag>
      </span>
      <div className="min-w-0">
        <p className="wrap-anywhere">
          {hold.description ? `“${hold.description}” · ` : ""}
          {at && `${at.trim()} · `}
          {active ? "" : "pending, doesn’t block pickup yet · "}
          {since ? (
            <>
              since <Age since={since} />
            </>
          ) : (
            "present when tracking started"
          )}
          {named && (
            <>
              {" · "}
              <b className="font-[580]">{named} resolves it</b>
            </>
          )}
          {followUp?.nextCheckAt && (
            <>
              {" · follow up at "}
              <PlaceTime moment={{ at: followUp.nextCheckAt, zone }} now={now} />
              <DueMark followUp={followUp} />
            </>
          )}
        </p>
        {followUp && <FollowUpLog followUp={followUp} zone={zone} now={now} />}
        <HoldFollowUp
          hold={{
            containerId: container.id,
            holdName: hold.name,
            place,
            zone,
            city: holdCity(container, place),
            owner: holdOwner(hold.name),
          }}
          followUp={followUp}
          logAction={actions.log}
          dropAction={actions.drop}
        />
      </div>
    </li>
  );
}

/** The holds by owner, with the log of each follow-up and the next check time. */
export function HoldsCard({
  container,
  changes,
  followUps,
  actions,
  now,
}: {
  container: Container;
  changes: readonly ReportedChange[];
  followUps: readonly FollowUpRecord[];
  actions: FollowUpActions;
  now: number;
}) {
  const holds = currentHolds(container);
  const owners = HOLD_OWNERS.filter((owner) => holds.some((hold) => holdOwner(hold.name) === owner)).sort(
    (a, b) => activeOf(holds, b) - activeOf(holds, a),
  );
  const open = followUps.filter(({ closedAt }) => closedAt === null);
  return (
    <Card title="Holds" aside={<b className="font-[560]">{countText(holds)}</b>}>
      {areHoldsUnreadable(container) ? (
        <p className="text-soon">Not all holds could be read. Check with the terminal.</p>
      ) : (
        owners.length === 0 && <p className="text-ink-3">None reported.</p>
      )}
      {owners.map((owner) => (
        <div key={owner} className="mt-1.5 first:mt-0">
          <h3 className="text-note text-ink-2 first-letter:uppercase">
            {owner === OWNER_IN_DESCRIPTION ? owner : `${owner} resolves`}
          </h3>
          <ul className="mt-1 flex flex-col gap-2">
            {withKeys(
              holds.filter((hold) => holdOwner(hold.name) === owner),
              (hold) => `${holdPlace(hold)} ${hold.name} ${hold.status}`,
            ).map(({ key, item: hold }) => (
              <HoldRow
                key={key}
                container={container}
                hold={hold}
                since={holdSince(hold, changes)}
                followUp={followUpOf(hold, open)}
                actions={actions}
                now={now}
              />
            ))}
          </ul>
        </div>
      ))}
      <EndedFollowUps
        followUps={followUps.filter(({ closedAt }) => closedAt !== null)}
        zoneOf={({ place }) => holdZone(container, place)}
        now={now}
      />
    </Card>
  );
}
