"use client";

import Link from "next/link";
import { useLocale } from "@/components/preferences/locale";
import { Ago } from "@/components/time/age";
import { classNames } from "@/components/ui/class-names";
import { Notice } from "@/components/ui/empty-state";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { withKeys } from "@/components/ui/with-keys";
import { formatContainerNumber } from "@/lib/contract/container-number";
import { formatAge } from "@/lib/domain/time/time-format";
import type { RepairedEntry } from "@/lib/features/connection/rules/settings-data";
import { repairedText, subjectText } from "./drift-repairs-text";

/** The maximum time that the value was wrong, for example "at most 12m". */
function wrongFor({ lastCorrectAt, repairedAt }: RepairedEntry): string {
  if (lastCorrectAt === null) return "unknown";
  const age = formatAge(lastCorrectAt, new Date(repairedAt));
  return age === "now" ? "less than a minute" : `at most ${age}`;
}

function RepairedRow({ driftRepair, now }: { driftRepair: RepairedEntry; now: Date }) {
  const { word, href } = subjectText(driftRepair);
  const name = driftRepair.name ?? driftRepair.subjectId;
  const shown = driftRepair.subjectType === "container" ? formatContainerNumber(name) : name;
  return (
    <Row data-repair={driftRepair.field}>
      <Cell>
        {href === null ? (
          <span className="wrap-anywhere">{shown}</span>
        ) : (
          <Link
            href={href}
            className={classNames(
              "font-mono text-[12.5px] font-[520] hover:underline",
              driftRepair.subjectType === "container" ? "whitespace-nowrap" : "wrap-anywhere",
            )}
          >
            {shown}
          </Link>
        )}
        <Note>{word}</Note>
      </Cell>
      <Cell>
        {withKeys(
          repairedText(driftRepair, now, useLocale()),
          ({ label, before, after }) => `${label} ${before} ${after}`,
        ).map(({ key, item: { label, before, after } }) => (
          <span key={key} className="block wrap-anywhere">
            {label} {before !== null && <s className="text-ink-3">{before}</s>}{" "}
            <b className="font-[580]">{after ?? "none"}</b>
          </span>
        ))}
        <span className="sm:hidden">
          <Note>{wrongFor(driftRepair)}</Note>
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">{wrongFor(driftRepair)}</Cell>
      <Cell className="text-right whitespace-nowrap text-ink-3">
        <Ago since={driftRepair.repairedAt} />
      </Cell>
    </Row>
  );
}

/** The fields whose stored value differed from the service, latest first. */
export function RepairedTable({ driftRepairs, now }: { driftRepairs: readonly RepairedEntry[]; now: Date }) {
  if (driftRepairs.length === 0)
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="No corrections">Fields that a sync run corrects are listed here.</Notice>
      </div>
    );
  return (
    <Table
      label="Corrected fields, latest first"
      heads={
        <>
          <Head>Record</Head>
          <Head>Field</Head>
          <Head className="max-sm:hidden">Out of date for</Head>
          <Head className="text-right">When</Head>
        </>
      }
    >
      {driftRepairs.map((driftRepair) => (
        <RepairedRow key={driftRepair.id} driftRepair={driftRepair} now={now} />
      ))}
    </Table>
  );
}
