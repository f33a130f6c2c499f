import Link from "next/link";
import { Age } from "@/components/live/age";
import { GoneMark } from "@/components/live/gone";
import { Notice } from "@/components/ui/notice";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { TrackingRequestAttributes } from "@/lib/contract/tracking-request";
import { formatContainerNumber } from "@/lib/dispatch/container-number";
import { failedReasonWords, requestStatusWords } from "@/lib/dispatch/tracking-words";

export type RequestEntry = {
  id: string;
  attributes: TrackingRequestAttributes;
  shipmentId: string | null;
  containers: readonly { id: string; number: string }[];
  /** Since when the service is known to have it no longer (ISO 8601, UTC). */
  vanishedAt: string | null;
};

const TYPE_LABELS: Readonly<Record<string, string>> = {
  container: "Container",
  bill_of_lading: "BOL",
  booking_number: "Booking",
};

const TONES: Readonly<Record<string, "go" | "late" | "soon">> = {
  succeeded: "go",
  failed: "late",
  awaiting_manifest: "soon",
};

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function Outcome({ attributes, shipmentId, containers }: RequestEntry) {
  const { failed_reason: reason, is_retrying: retrying, retry_count: retries } = attributes;
  if (reason && attributes.status === "failed") {
    const { what, advice } = failedReasonWords(reason);
    return (
      <>
        {what}
        {reason === "duplicate" && attributes.request_number ? (
          <Link
            href={`/find?q=${encodeURIComponent(attributes.request_number)}`}
            className="block min-h-6 text-accent hover:underline"
          >
            Open what is tracked
          </Link>
        ) : (
          advice && <Note>{advice}</Note>
        )}
      </>
    );
  }
  if (shipmentId) {
    return (
      <>
        <Link
          href={`/shipments/${encodeURIComponent(shipmentId)}`}
          className="inline-block min-h-6 text-accent hover:underline"
        >
          Open shipment
        </Link>
        {containers.length > 0 && (
          <Note>
            {containers.slice(0, 4).map(({ id, number }) => (
              <Link
                key={id}
                href={`/containers/${encodeURIComponent(id)}`}
                className="mr-2 inline-block min-h-6 py-1 hover:underline"
              >
                {formatContainerNumber(number)}
              </Link>
            ))}
            {containers.length > 4 && `and ${containers.length - 4} more`}
          </Note>
        )}
      </>
    );
  }
  const { advice } = requestStatusWords(attributes.status ?? "pending");
  return (
    <span className="text-ink-2">
      {retrying
        ? `The line gave trouble and is asked again${retries ? `, ${times(retries)} so far` : ""}.`
        : (advice ?? "–")}
    </span>
  );
}

function RequestRow({ request, now }: { request: RequestEntry; now: number }) {
  const { attributes } = request;
  const status = attributes.status ?? "pending";
  const tone = TONES[status] ?? "plain";
  const references = attributes.ref_numbers ?? [];
  const number = attributes.request_number ?? "no number";
  return (
    <Row data-request={request.id} data-status={status}>
      <Cell>
        <span className="font-mono text-[12.5px] font-[520] wrap-anywhere">
          {attributes.request_type === "container" ? formatContainerNumber(number) : number}
        </span>
        <Note>
          {[
            TYPE_LABELS[attributes.request_type ?? ""] ?? attributes.request_type,
            attributes.scac,
            ...references,
          ]
            .filter(Boolean)
            .join(" · ")}
        </Note>
        <GoneMark since={request.vanishedAt} now={now} />
      </Cell>
      <Cell>
        <Tag tone={tone}>{requestStatusWords(status).what}</Tag>
      </Cell>
      <Cell>
        <Outcome {...request} />
      </Cell>
      <Cell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
        {attributes.created_at && <Age since={attributes.created_at} />}
      </Cell>
    </Row>
  );
}

/** What was asked to be tracked, newest first, with the outcome and what to do about it. `now` is epoch ms. */
export function RequestList({
  requests,
  total,
  now,
}: {
  requests: readonly RequestEntry[];
  total: number;
  now: number;
}) {
  if (requests.length === 0) {
    return (
      <div className="rounded-card border border-line bg-surface">
        <Notice title="Nothing tracked yet">
          Give a number on this page. Its state stands here, and its boxes on the board once the line answers.
        </Notice>
      </div>
    );
  }
  return (
    <div>
      <Table
        label="Tracking requests, newest first"
        heads={
          <>
            <Head>Number</Head>
            <Head>State</Head>
            <Head>Outcome</Head>
            <Head className="text-right max-sm:hidden">Age</Head>
          </>
        }
      >
        {requests.map((request) => (
          <RequestRow key={request.id} request={request} now={now} />
        ))}
      </Table>
      {total > requests.length && (
        <p className="mt-2 text-note text-ink-3">
          The newest {requests.length} of {total.toLocaleString("en-US")}.
        </p>
      )}
    </div>
  );
}
