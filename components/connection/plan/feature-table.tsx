import { Ago } from "@/components/time/age";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { FEATURE_LABELS } from "@/lib/features/connection/messages";
import type { FeatureEntry } from "@/lib/features/connection/rules/plan-data";

function Access({ entry: { access, openAt, refusedAt } }: { entry: FeatureEntry }) {
  return (
    <>
      {access === "yes" && <Tag tone="go">Available</Tag>}
      {access === "no" && <Tag tone="soon">Not on plan</Tag>}
      {access === "unknown" && <span className="text-ink-3">Not known yet</span>}
      {access === "yes" && openAt && (
        <Note>
          seen <Ago since={openAt} />
        </Note>
      )}
      {refusedAt && (
        <Note>
          {access === "no" ? "refused " : "last refused "}
          <Ago since={refusedAt} />
        </Note>
      )}
    </>
  );
}

function Meaning({ entry: { feature, access, text } }: { entry: FeatureEntry }) {
  const { gives, without, advice } = FEATURE_LABELS[feature];
  if (access !== "no") return <span className="text-ink-2">{gives}</span>;
  return (
    <>
      {without} <span className="text-ink-2">{advice}</span>
      {text && <Note>“{text}”</Note>}
    </>
  );
}

/** Features, each with when that was seen and what it means. */
export function FeatureTable({ features }: { features: readonly FeatureEntry[] }) {
  return (
    <Table
      label="Features"
      heads={
        <>
          <Head>Feature</Head>
          <Head>Status</Head>
          <Head className="max-sm:hidden">Details</Head>
        </>
      }
    >
      {features.map((entry) => (
        <Row key={entry.feature} data-feature={entry.feature}>
          <Cell>
            {FEATURE_LABELS[entry.feature].label}
            <span className="mt-1 block text-note wrap-anywhere sm:hidden">
              <Meaning entry={entry} />
            </span>
          </Cell>
          <Cell className="w-32 sm:w-44">
            <Access entry={entry} />
          </Cell>
          <Cell className="w-1/2 wrap-anywhere max-sm:hidden">
            <Meaning entry={entry} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
