"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { Fact, Facts } from "@/components/settings/fact-list";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { Ago } from "@/components/time/age";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { SelectField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import { Cell, Head, Row, Table } from "@/components/ui/table";
import { notify } from "@/components/ui/toasts";
import {
  CONTAINER_PERIODS,
  formatBytes,
  JOB_PERIODS,
  previewBytes,
  type Retention,
  type RetentionPreview,
  type RetentionState,
  type TableSize,
} from "@/lib/features/retention/rules";
import { counted } from "@/lib/platform/text/counted";
import type { RetentionActions } from "./retention-data";

const FAILED = "Couldn’t reach Drayboard. Check the connection, then try again.";
/** The largest tables. The others have little in them. */
const TABLES_SHOWN = 15;

const figure = (value: number) => Math.round(value).toLocaleString("en-US");
const periodOptions = (periods: typeof CONTAINER_PERIODS) => [
  { value: "", label: "Forever" },
  ...periods.map(({ days, label }) => ({ value: String(days), label })),
];
const optionOf = (days: number | null) => (days === null ? "" : String(days));
const daysOf = (value: string) => (value === "" ? null : Number(value));

function Preview({ preview }: { preview: RetentionPreview }) {
  const { containers, shipments, jobs, rows } = preview;
  if (rows.length === 0)
    return <p role="status">Nothing is old enough to be deleted now. It will be once it is.</p>;
  const records = [
    containers > 0 && counted(containers, "container"),
    shipments > 0 && counted(shipments, "shipment"),
    jobs > 0 && counted(jobs, "job"),
  ];
  return (
    <div className="flex flex-col gap-2">
      <p role="status">
        <b className="font-[580] text-late">{records.filter(Boolean).join(", ")} would be deleted for good</b>
        , which frees about {formatBytes(previewBytes(preview))} for new data.
      </p>
      <Table
        label="What would be deleted"
        bare
        heads={
          <>
            <Head>Data</Head>
            <Head className="text-right">Rows</Head>
            <Head className="text-right">Size, about</Head>
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.label}>
            <Cell>{row.label}</Cell>
            <Cell className="text-right">{figure(row.rows)}</Cell>
            <Cell className="text-right whitespace-nowrap">{formatBytes(row.bytes)}</Cell>
          </Row>
        ))}
      </Table>
    </div>
  );
}

function RetentionForm({ retention, actions }: { retention: Retention; actions: RetentionActions }) {
  const router = useRouter();
  const [chosen, setChosen] = useState(retention);
  const [preview, setPreview] = useState<RetentionPreview | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<"preview" | "save" | null>(null);
  const isChanged = chosen.containerDays !== retention.containerDays || chosen.jobDays !== retention.jobDays;
  const keepsEverything = chosen.containerDays === null && chosen.jobDays === null;
  const mayBeSaved = isChanged && (keepsEverything || preview !== null);
  const deletes = (preview?.rows.length ?? 0) > 0;

  const choose = (change: Partial<Retention>) => {
    setChosen({ ...chosen, ...change });
    // What was shown is not true of other periods.
    setPreview(null);
    setProblem(null);
  };
  async function run(kind: "preview" | "save"): Promise<void> {
    setBusy(kind);
    const response = await actions[kind](chosen).catch(() => ({ problem: FAILED, fields: {} }));
    setBusy(null);
    if ("problem" in response)
      return setProblem(response.problem ?? Object.values(response.fields)[0] ?? FAILED);
    setProblem(null);
    if ("preview" in response) return setPreview(response.preview);
    setPreview(null);
    void notify("Saved. Old records are deleted within the hour.");
    router.refresh();
  }

  return (
    <form className="flex flex-col gap-3" onSubmit={(event) => event.preventDefault()}>
      <FormProblem problem={problem} />
      <div className="grid max-w-xl gap-3 sm:grid-cols-2">
        <SelectField
          id="retention-containers"
          label="Keep finished containers"
          hint="Counted from the empty return of the last container of a shipment."
          value={optionOf(chosen.containerDays)}
          onChange={(event) => choose({ containerDays: daysOf(event.target.value) })}
          options={periodOptions(CONTAINER_PERIODS)}
        />
        <SelectField
          id="retention-jobs"
          label="Keep ended jobs"
          hint="A deleted job can’t be undone any more."
          value={optionOf(chosen.jobDays)}
          onChange={(event) => choose({ jobDays: daysOf(event.target.value) })}
          options={periodOptions(JOB_PERIODS)}
        />
      </div>
      {preview && <Preview preview={preview} />}
      <div className="flex flex-wrap gap-2">
        {!keepsEverything && (
          <Button disabled={busy !== null} aria-busy={busy === "preview"} onClick={() => void run("preview")}>
            {busy === "preview" ? "Counting…" : "Show what would be deleted"}
          </Button>
        )}
        {mayBeSaved && (
          <Button
            variant={deletes ? "danger" : "main"}
            disabled={busy !== null}
            aria-busy={busy === "save"}
            onClick={() => void run("save")}
          >
            {busy === "save" ? "Saving…" : deletes ? "Save and delete" : "Save"}
          </Button>
        )}
      </div>
    </form>
  );
}

function TableSizes({ tables }: { tables: readonly TableSize[] }) {
  const [largest, others] = [tables.slice(0, TABLES_SHOWN), tables.slice(TABLES_SHOWN)];
  const sum = (of: readonly TableSize[]) => of.reduce((total, { bytes }) => total + bytes, 0);
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-[560]">
        Database <span className="font-normal text-ink-3">{formatBytes(sum(tables))}</span>
      </h2>
      <Table
        label="Sizes of tables"
        bare
        heads={
          <>
            <Head>Data</Head>
            <Head>Table</Head>
            <Head className="text-right">Rows, about</Head>
            <Head className="text-right">Size</Head>
          </>
        }
      >
        {largest.map(({ name, label, rows, bytes }) => (
          <Row key={name}>
            <Cell className="first-letter:uppercase">{label}</Cell>
            <Cell className="font-mono text-[12px] text-ink-2">{name}</Cell>
            <Cell className="text-right">{figure(rows)}</Cell>
            <Cell className="text-right whitespace-nowrap">{formatBytes(bytes)}</Cell>
          </Row>
        ))}
        {others.length > 0 && (
          <Row>
            <Cell>{counted(others.length, "other table")}</Cell>
            <Cell>{null}</Cell>
            <Cell>{null}</Cell>
            <Cell className="text-right whitespace-nowrap">{formatBytes(sum(others))}</Cell>
          </Row>
        )}
      </Table>
    </section>
  );
}

/** Settings → Data: how long records are kept, and how large the tables are. */
export function RetentionView({
  retention,
  state,
  tables,
  actions,
}: {
  retention: Retention;
  state: RetentionState;
  tables: readonly TableSize[];
  actions: RetentionActions;
}) {
  return (
    <>
      <SettingsIntro title="Data" stale={false}>
        How long records are kept, and what they take on disk. Containers with an open follow-up, plan, job,
        work order or shared link are never deleted. Reports keep their totals.
      </SettingsIntro>
      <Card title="Retention">
        <RetentionForm
          key={`${retention.containerDays} ${retention.jobDays}`}
          retention={retention}
          actions={actions}
        />
        {(retention.containerDays !== null || retention.jobDays !== null) && (
          <p className="mt-3 text-ink-2">Older records are deleted once an hour.</p>
        )}
        {state.lastAt !== null && (
          <div className="mt-3 border-t border-line pt-3">
            <Facts>
              <Fact label="Deleted so far">
                {counted(state.containers, "container")}, {counted(state.shipments, "shipment")}
              </Fact>
              <Fact label="Last deletion">
                <Ago since={state.lastAt} />
              </Fact>
            </Facts>
          </div>
        )}
      </Card>
      <TableSizes tables={tables} />
    </>
  );
}
