import Link from "next/link";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { PlaceTime } from "@/components/time/local-time";
import { Button, buttonClass } from "@/components/ui/button";
import { Notice } from "@/components/ui/empty-state";
import { SelectField, TextField } from "@/components/ui/forms/field";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { actionText, detailText } from "@/lib/features/activity/messages";
import {
  type ActivityQuery,
  activityParams,
  recordText,
} from "@/lib/features/activity/rules/activity-address";
import type { AuditEntry } from "@/lib/features/activity/rules/activity-entry";
import { kindText, recordHref } from "./activity-text";

type Props = {
  query: ActivityQuery;
  actions: readonly AuditEntry[];
  /** Whether older entries exist. */
  more: boolean;
  choices: { actors: readonly string[]; actions: readonly string[] };
  /** The IANA zone of times and days. */
  zone: string;
  /** The current time in epoch ms. */
  now: number;
};

const HERE = "/settings/audit";
const hrefOf = (query: ActivityQuery, path = HERE): string => {
  const address = activityParams(query).toString();
  return address ? `${path}?${address}` : path;
};

const asIs = (value: string): string => value;

function optionsOf(all: string, values: readonly string[], chosen: string, labelOf = asIs) {
  const listed = chosen && !values.includes(chosen) ? [chosen, ...values] : values;
  const options = listed.map((value) => ({ value, label: labelOf(value) }));
  return [{ value: "", label: all }, ...options.sort((a, b) => a.label.localeCompare(b.label))];
}

function Filter({ query, choices, zone }: Pick<Props, "query" | "choices" | "zone">) {
  const { who, act, record, from, to } = query;
  return (
    <search>
      <form method="get" action={HERE} className="grid items-end gap-2.5 sm:grid-cols-2 lg:grid-cols-4">
        {record && <input type="hidden" name="record" value={recordText(record)} />}
        <SelectField
          id="who"
          name="who"
          label="Who"
          defaultValue={who}
          options={optionsOf("Anyone", choices.actors, who)}
        />
        <SelectField
          id="act"
          name="act"
          label="What"
          defaultValue={act}
          options={optionsOf("Anything", choices.actions, act, actionText)}
        />
        <TextField
          id="from"
          name="from"
          type="date"
          label={`From date (${zone})`}
          defaultValue={from ?? ""}
        />
        <TextField id="to" name="to" type="date" label="To date" defaultValue={to ?? ""} />
        <div className="flex flex-wrap gap-2 sm:col-span-2 lg:col-span-4">
          <Button type="submit" variant="main">
            Show
          </Button>
          <a href={hrefOf({ ...query, before: null }, "/api/audit")} className={buttonClass()} download>
            Export CSV
          </a>
          {activityParams(query).size > 0 && (
            <Link href={HERE} className={buttonClass("quiet")}>
              Clear
            </Link>
          )}
        </div>
      </form>
    </search>
  );
}

function RecordCell({ act, query }: { act: AuditEntry; query: ActivityQuery }) {
  const { recordType: type, recordId: id, recordName } = act;
  if (type === null || id === null) return <Cell className="text-ink-3">–</Cell>;
  const href = recordHref(type, id);
  const name = recordName || id;
  return (
    <Cell className="min-w-40 max-w-60 wrap-anywhere">
      {href ? (
        <Link href={href} className="text-accent hover:underline">
          {name}
        </Link>
      ) : (
        name
      )}
      <Note>
        {kindText(type)} ·{" "}
        <Link
          href={hrefOf({ ...query, record: { type, id }, before: null })}
          aria-label={`All activity for ${name}`}
          className="hover:text-ink hover:underline"
        >
          only this
        </Link>
      </Note>
    </Cell>
  );
}

function ActionRow({ act, query, zone, now }: { act: AuditEntry } & Pick<Props, "query" | "zone" | "now">) {
  const detail = detailText(act);
  return (
    <Row data-act={act.id}>
      <Cell className="whitespace-nowrap">
        <PlaceTime moment={{ at: act.at, zone }} now={now} />
      </Cell>
      <Cell className="min-w-44 max-w-52 wrap-anywhere">
        {act.actor}
        {act.address && <Note>from {act.address}</Note>}
      </Cell>
      <Cell className="min-w-40 wrap-anywhere">
        {actionText(act.action)}
        {detail && <Note>{detail}</Note>}
      </Cell>
      <RecordCell act={act} query={query} />
    </Row>
  );
}

function Acts({ query, actions, more, zone, now }: Props) {
  const last = actions.at(-1);
  if (!last)
    return (
      <div className="rounded-card border border-line bg-surface">
        {activityParams(query).size > 0 ? (
          <Notice title="No matching entries">Widen the date range or clear the filter.</Notice>
        ) : (
          <Notice title="No entries yet">Sign-ins, changes and exports are listed here.</Notice>
        )}
      </div>
    );
  return (
    <>
      <Table
        label="User activity, newest first"
        heads={
          <>
            <Head>When</Head>
            <Head>Who</Head>
            <Head>What</Head>
            <Head>Record</Head>
          </>
        }
      >
        {actions.map((action) => (
          <ActionRow key={action.id} act={action} query={query} zone={zone} now={now} />
        ))}
      </Table>
      <nav aria-label="Pages" className="flex gap-2">
        {query.before !== null && (
          <Link href={hrefOf({ ...query, before: null })} className={buttonClass()}>
            Newest
          </Link>
        )}
        {more && (
          <Link href={hrefOf({ ...query, before: last.id })} className={buttonClass()}>
            Older
          </Link>
        )}
      </nav>
    </>
  );
}

/** Settings → Audit log: who did what to which record, and from where. */
export function ActivityView(props: Props) {
  const { record } = props.query;
  return (
    <>
      <SettingsIntro title="Audit log" stale={false}>
        Who did what to which record, and from which address. Entries can’t be changed or deleted.
      </SettingsIntro>
      {record && (
        <p className="text-ink-2">
          Showing only entries for {kindText(record.type).toLowerCase()}{" "}
          <b className="font-[580]">
            {props.actions.find(({ recordName }) => recordName)?.recordName ?? record.id}
          </b>
          .
        </p>
      )}
      <Filter {...props} />
      <Acts {...props} />
    </>
  );
}
