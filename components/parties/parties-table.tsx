"use client";

import Link from "next/link";
import { useState } from "react";
import { DaysLeft } from "@/components/board/table/days-left";
import { DeletedMark } from "@/components/containers/deleted-upstream";
import { Notice } from "@/components/ui/empty-state";
import { fieldClass } from "@/components/ui/forms/field";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { pullsContainers, roleLabel } from "@/lib/domain/parties/party-roles";
import { containerHref } from "@/lib/features/containers/urls";
import {
  byRole,
  loadHref,
  mostUrgent,
  type PartyContact,
  type PartyLoad,
} from "@/lib/features/parties/rules";
import { partyShipmentsHref } from "@/lib/features/shipments/rules/shipment-address";
import { counted } from "@/lib/platform/text/counted";
import { ArchiveParty } from "./archive-party";
import { MergeParty } from "./merge-party";
import { EditableContact } from "./party-contact";
import { RenameParty } from "./rename-party";

/**
 * A party with its current load. `deletedUpstreamAt` is the time since when it is known to be deleted upstream (ISO 8601,
 * UTC).
 */
export type PartyEntry = {
  id: string;
  name: string;
  nickname: string | null;
  loads: readonly PartyLoad[];
  deletedUpstreamAt: string | null;
  /** Since when it is archived, and the party that took over its roles. */
  archivedAt: string | null;
  mergedInto: string | null;
  contact?: PartyContact;
};

/** What dispatchers do with a party. */
export type PartyActions = {
  rename: FormAction;
  archive: FormAction;
  restore: FormAction;
  saveContact: FormAction;
};

const LINK = "text-accent hover:underline";

/** The number of containers of a role that are not picked up yet, linked to their list. */
function LoadLine({ party, load }: { party: PartyEntry; load: PartyLoad }) {
  const containers = counted(load.containers, "container");
  return (
    <li data-load={load.role} className="flex flex-wrap items-baseline gap-x-1.5">
      {load.containers > 0 ? (
        <Link
          href={loadHref(party, load)}
          className={LINK}
          aria-label={`${containers} of ${party.name}, ${roleLabel(load.role)}`}
        >
          {containers}
        </Link>
      ) : (
        <span className="text-ink-3">no container</span>
      )}
      <span className="text-ink-2">
        {pullsContainers(load.role) ? "to pull" : `as ${roleLabel(load.role).toLowerCase()}`}
      </span>
    </li>
  );
}

function Carries({ party }: { party: PartyEntry }) {
  const loads = byRole(party.loads);
  if (loads.every(({ containers }) => containers === 0))
    return <span className="text-ink-3">nothing now</span>;
  return (
    <ul>
      {loads
        .filter(({ containers }) => containers > 0)
        .map((load) => (
          <LoadLine key={load.role} party={party} load={load} />
        ))}
    </ul>
  );
}

function Urgent({ party }: { party: PartyEntry }) {
  const urgent = mostUrgent(party.loads);
  if (!urgent) return <span className="text-ink-3">no deadline</span>;
  return (
    <>
      <DaysLeft row={urgent} notes={false} />
      <Note>
        <Link href={containerHref(urgent.id)} className="font-mono whitespace-nowrap hover:underline">
          {formatContainerNumber(urgent.number)}
        </Link>
      </Note>
    </>
  );
}

function Shipments({ party }: { party: PartyEntry }) {
  const max = Math.max(0, ...party.loads.map(({ shipments }) => shipments));
  if (max === 0) return <span className="text-ink-3">none</span>;
  return (
    <Link href={partyShipmentsHref(party.id)} className={LINK} aria-label={`Shipments of ${party.name}`}>
      Shipments
    </Link>
  );
}

function ArchivedMark({ party, parties }: { party: PartyEntry; parties: readonly PartyEntry[] }) {
  if (party.archivedAt === null) return null;
  const into = parties.find(({ id }) => id === party.mergedInto)?.name;
  return <Note>Archived{into ? `, merged into ${into}` : ""}</Note>;
}

type RowProps = { party: PartyEntry; parties: readonly PartyEntry[]; now: number; actions: PartyActions };

function PartyRow({ party, parties, now, actions }: RowProps) {
  const { id, name, nickname, deletedUpstreamAt, archivedAt, contact } = party;
  return (
    <Row data-party={id}>
      <Cell className="wrap-anywhere">
        <RenameParty id={id} name={name} action={actions.rename} />
        {nickname && <Note>{nickname}</Note>}
        <ArchivedMark party={party} parties={parties} />
        <DeletedMark since={deletedUpstreamAt} now={now} />
        <EditableContact id={id} name={name} contact={contact} action={actions.saveContact}>
          <MergeParty party={party} parties={parties} />
          <ArchiveParty
            id={id}
            name={name}
            archived={archivedAt !== null}
            archiveAction={actions.archive}
            restoreAction={actions.restore}
          />
        </EditableContact>
      </Cell>
      <Cell>
        <Carries party={party} />
        {party.loads.length > 0 && (
          <div className="mt-1 flex flex-col items-start gap-1 sm:hidden">
            <Urgent party={party} />
            <Shipments party={party} />
          </div>
        )}
      </Cell>
      <Cell className="max-sm:hidden">
        <Urgent party={party} />
      </Cell>
      <Cell className="max-sm:hidden">
        <Shipments party={party} />
      </Cell>
    </Row>
  );
}

/**
 * The parties by name, filtered by the typed text. Archived ones are listed when they are searched or asked for. `now` is
 * epoch ms.
 */
export function PartiesTable({
  parties,
  now,
  actions,
}: {
  parties: readonly PartyEntry[];
  now: number;
  actions: PartyActions;
}) {
  const [typed, setTyped] = useState("");
  const [withArchived, setWithArchived] = useState(false);
  const archived = parties.filter(({ archivedAt }) => archivedAt !== null).length;
  const requested = typed.trim().toLowerCase();
  const found = parties.filter(
    ({ name, nickname, archivedAt }) =>
      `${name} ${nickname ?? ""}`.toLowerCase().includes(requested) &&
      (archivedAt === null || withArchived || requested !== ""),
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Search parties by name"
          placeholder="Search by name"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${fieldClass()} sm:max-w-64`}
        />
        <p role="status" className="text-note text-ink-3">
          {requested === ""
            ? counted(found.length, "party", "parties")
            : `${found.length} of ${parties.length} parties`}
        </p>
        {archived > 0 && (
          <label className="flex items-center gap-2">
            <input
              type="checkbox"
              checked={withArchived}
              onChange={(event) => setWithArchived(event.target.checked)}
            />
            Show archived ({archived})
          </label>
        )}
      </div>
      {found.length === 0 && requested === "" ? (
        <p className="text-ink-3">All parties are archived.</p>
      ) : found.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <Notice title={`No party named “${typed.trim()}”`}>Create it with the form on this page.</Notice>
        </div>
      ) : (
        <Table
          label="Parties by name"
          heads={
            <>
              <Head>Company</Head>
              <Head>Not picked up yet</Head>
              <Head className="max-sm:hidden">Most urgent</Head>
              <Head className="max-sm:hidden">All</Head>
            </>
          }
        >
          {found.map((party) => (
            <PartyRow key={party.id} party={party} parties={parties} now={now} actions={actions} />
          ))}
        </Table>
      )}
    </div>
  );
}
