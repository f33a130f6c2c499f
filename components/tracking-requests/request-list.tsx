import Link from "next/link";
import { DeletedMark } from "@/components/containers/deleted-upstream";
import type { FieldActions } from "@/components/custom-fields/types";
import { Age } from "@/components/time/age";
import { Notice } from "@/components/ui/empty-state";
import type { FormAction } from "@/components/ui/forms/form-state";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { formatContainerNumber } from "@/lib/contract/container-number";
import type { TrackingRequestAttributes } from "@/lib/contract/tracking-request";
import { containerHref, shipmentHref } from "@/lib/features/containers/urls";
import type { RecordField } from "@/lib/features/custom-fields/rules/custom-field";
import {
  failedReasonText,
  requestStatusText,
} from "@/lib/features/tracking-requests/messages/tracking-status";
import type { RequestListName } from "@/lib/features/tracking-requests/rules/request-lists";
import { joined } from "@/lib/platform/text/bidi";
import { ManifestWait } from "./manifest-wait";
import { RequestSteps } from "./request-actions";
import { RequestFields } from "./request-fields";
import { RequestFilters, type RequestListFilter, RequestPages } from "./request-filters";

export type RequestEntry = {
  id: string;
  attributes: TrackingRequestAttributes;
  shipmentId: string | null;
  requestedAgain: boolean;
  containers: readonly { id: string; number: string }[];
  /** The time since when the request is known to be deleted upstream (ISO 8601, UTC). */
  deletedUpstreamAt: string | null;
  /** Its custom fields. Empty if the account defines none for requests. */
  fields: readonly RecordField[];
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

/** The shipment that was found and some of its containers. */
function Found({ shipmentId, containers }: { shipmentId: string; containers: RequestEntry["containers"] }) {
  return (
    <>
      <Link href={shipmentHref(shipmentId)} className="inline-block min-h-6 text-accent hover:underline">
        Open shipment
      </Link>
      {containers.length > 0 && (
        <Note>
          {containers.slice(0, 4).map(({ id, number }) => (
            <Link
              key={id}
              href={containerHref(id)}
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

function Outcome({ request, askAgain }: { request: RequestEntry; askAgain: FormAction }) {
  const { id, attributes, shipmentId, containers, requestedAgain } = request;
  const {
    status,
    failed_reason: reason,
    is_retrying: retrying,
    retry_count: retries,
    created_at,
  } = attributes;
  if (status === "failed" || status === "tracking_stopped") {
    const { what, advice } = reason ? failedReasonText(reason) : requestStatusText(status);
    return (
      <>
        {what}
        <Note>{requestedAgain ? "Retried since." : advice}</Note>
        <RequestSteps id={id} attributes={attributes} requestedAgain={requestedAgain} action={askAgain} />
      </>
    );
  }
  if (shipmentId) return <Found shipmentId={shipmentId} containers={containers} />;
  const { advice } = requestStatusText(status ?? "pending");
  return (
    <span className="text-ink-2">
      {retrying ? `Line error. Retrying${retries ? `, ${times(retries)} so far` : ""}.` : (advice ?? "–")}
      {status === "awaiting_manifest" && created_at && (
        <Note>
          <ManifestWait since={created_at} />
        </Note>
      )}
    </span>
  );
}

function RequestRow({
  request,
  now,
  askAgain,
  fieldActions,
}: {
  request: RequestEntry;
  now: number;
  askAgain: FormAction;
  fieldActions: FieldActions;
}) {
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
          {joined([
            TYPE_LABELS[attributes.request_type ?? ""] ?? attributes.request_type,
            attributes.scac,
            ...references,
          ])}
        </Note>
        <DeletedMark since={request.deletedUpstreamAt} now={now} />
        {request.fields.length > 0 && (
          <RequestFields
            id={request.id}
            number={number}
            fields={request.fields}
            now={now}
            actions={fieldActions}
          />
        )}
      </Cell>
      <Cell>
        <Tag tone={tone}>{requestStatusText(status).what}</Tag>
      </Cell>
      <Cell>
        <Outcome request={request} askAgain={askAgain} />
      </Cell>
      <Cell className="text-right whitespace-nowrap text-ink-3 max-sm:hidden">
        {attributes.created_at && <Age since={attributes.created_at} />}
      </Cell>
    </Row>
  );
}

const NONE: Record<RequestListName, { title: string; text: string }> = {
  any: {
    title: "Nothing tracked yet",
    text: "Enter a number on this page. Its status appears here, and its containers on the board when the line responds.",
  },
  failed: { title: "Nothing to do", text: "No failed request is waiting for a retry." },
  awaiting_manifest: {
    title: "No numbers awaiting a manifest",
    text: "Lines have a record of every requested number.",
  },
  pending: { title: "No pending requests", text: "Every request has a response." },
  tracking: { title: "Nothing tracked yet", text: "No request has found a shipment yet." },
};

/** The tracking requests, newest first, with outcome and next step. `now` is epoch ms. */
export function RequestList({
  requests,
  counts,
  filter,
  pageSize,
  now,
  askAgain,
  fieldActions,
}: {
  requests: readonly RequestEntry[];
  /** The number of requests per list after the number filter. */
  counts: Record<RequestListName, number>;
  filter: RequestListFilter;
  pageSize: number;
  now: number;
  askAgain: FormAction;
  fieldActions: FieldActions;
}) {
  const none = filter.number === "" ? NONE[filter.list] : null;
  return (
    <div>
      <RequestFilters filter={filter} counts={counts} />
      {requests.length === 0 ? (
        <div className="rounded-card border border-line bg-surface">
          <Notice title={none?.title ?? "No matching requests"}>
            {none?.text ?? "No request in this list has this number or reference."}
          </Notice>
        </div>
      ) : (
        <Table
          label="Tracking requests, newest first"
          heads={
            <>
              <Head>Number</Head>
              <Head>Status</Head>
              <Head>Outcome</Head>
              <Head className="text-right max-sm:hidden">Age</Head>
            </>
          }
        >
          {requests.map((request) => (
            <RequestRow
              key={request.id}
              request={request}
              now={now}
              askAgain={askAgain}
              fieldActions={fieldActions}
            />
          ))}
        </Table>
      )}
      <RequestPages filter={filter} total={counts[filter.list]} pageSize={pageSize} />
    </div>
  );
}
