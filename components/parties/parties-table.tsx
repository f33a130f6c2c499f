"use client";

import Link from "next/link";
import { useState } from "react";
import { GoneMark } from "@/components/live/gone";
import { fieldClass } from "@/components/ui/field";
import { Notice } from "@/components/ui/notice";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";

/**
 * A party, and how many boxes it is to pull that are not picked up yet. `vanishedAt`: since when the service is known to
 * have it no longer (ISO 8601, UTC).
 */
export type PartyEntry = {
  id: string;
  name: string;
  nickname: string | null;
  boxes: number;
  vanishedAt: string | null;
};

function PartyRow({ party, now }: { party: PartyEntry; now: number }) {
  const { id, name, nickname, boxes, vanishedAt } = party;
  return (
    <Row data-party={id}>
      <Cell>
        {name}
        {nickname && <Note>{nickname}</Note>}
        <GoneMark since={vanishedAt} now={now} />
      </Cell>
      <Cell className="text-right">
        {boxes > 0 ? (
          <Link
            href={`/board?carrier=${encodeURIComponent(id)}`}
            className="text-accent hover:underline"
            aria-label={`${boxes} boxes of ${name} on the board`}
          >
            {boxes}
          </Link>
        ) : (
          <span className="text-ink-3">none</span>
        )}
      </Cell>
    </Row>
  );
}

/** The parties by name, narrowed by what is typed. `now` is epoch ms. */
export function PartiesTable({ parties, now }: { parties: readonly PartyEntry[]; now: number }) {
  const [typed, setTyped] = useState("");
  const asked = typed.trim().toLowerCase();
  const found = parties.filter(({ name, nickname }) =>
    `${name} ${nickname ?? ""}`.toLowerCase().includes(asked),
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <input
          type="search"
          aria-label="Find a party by name"
          placeholder="Find by name"
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          className={`${fieldClass()} sm:max-w-64`}
        />
        <p role="status" className="text-note text-ink-3">
          {asked === "" ? `${parties.length} parties` : `${found.length} of ${parties.length} parties`}
        </p>
      </div>
      {found.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <Notice title={`No party is called “${typed.trim()}”`}>
            Create it with the form on this page.
          </Notice>
        </div>
      ) : (
        <Table
          label="Parties by name"
          heads={
            <>
              <Head>Company</Head>
              <Head className="text-right">Boxes to pull</Head>
            </>
          }
        >
          {found.map((party) => (
            <PartyRow key={party.id} party={party} now={now} />
          ))}
        </Table>
      )}
    </div>
  );
}
