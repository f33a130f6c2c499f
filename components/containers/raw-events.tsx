"use client";

import { useCallback, useState } from "react";
import { get } from "@/components/board/data/requests";
import { Ago } from "@/components/time/age";
import { DayText } from "@/components/time/day-text";
import { PlaceTime } from "@/components/time/local-time";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { Skeleton } from "@/components/ui/skeleton";
import { Cell, Head, Note, Row, Table } from "@/components/ui/table";
import type { RawEvent } from "@/lib/contract/raw-event";
import { humanise } from "@/lib/domain/container/container-status";
import type { RawEvents } from "@/lib/features/containers/rules";
import { joined } from "@/lib/platform/text/bidi";

type Loaded = { events: RawEvents | null; problem: string | null };

const WAITING: Loaded = { events: null, problem: null };

function EventTime({ event: { at, day, zone }, now }: { event: RawEvent; now: number }) {
  if (at) return <PlaceTime moment={{ at, zone }} now={now} />;
  return day ? <DayText on={day} /> : <span className="text-ink-3">not reported</span>;
}

function EventRow({ event, now }: { event: RawEvent; now: number }) {
  const { original, vessel, voyage, source, reportedAt, invalidatedAt, isEstimate } = event;
  const name = event.event ? humanise(event.event) : (original ?? "Event not named");
  const from = [source && humanise(source), vessel && [vessel, voyage].filter(Boolean).join(" ")];
  return (
    <Row data-raw-event={event.event ?? ""}>
      <Cell className="wrap-anywhere">
        {invalidatedAt ? <s>{name}</s> : name}
        {original && original !== name && <Note>“{original}”</Note>}
        {invalidatedAt && <Note>withdrawn by the carrier</Note>}
      </Cell>
      <Cell>
        <EventTime event={event} now={now} />
        <Note>{isEstimate ? "estimated" : "actual"}</Note>
      </Cell>
      <Cell className="wrap-anywhere">
        {event.place ?? <span className="text-ink-3">not reported</span>}
        <Note>
          {joined(from)}
          {reportedAt && (
            <>
              {" · "}reported <Ago since={reportedAt} />
            </>
          )}
        </Note>
      </Cell>
    </Row>
  );
}

function Content({ loaded: { events, problem }, now }: { loaded: Loaded; now: number }) {
  if (problem) return <p role="alert">{problem}</p>;
  if (!events) return <Skeleton className="h-40" />;
  return (
    <>
      <p className="mb-2 text-note text-ink-2" role="status">
        What the carrier reported, unchecked.
        {events.asOf && (
          <>
            {" "}
            As of <Ago since={events.asOf} />.
          </>
        )}
        {events.problem && ` ${events.problem}`}
      </p>
      {events.events.length > 0 ? (
        <Table
          bare
          label="Raw events"
          heads={
            <>
              <Head>Event</Head>
              <Head>Time</Head>
              <Head>Location and source</Head>
            </>
          }
        >
          {events.events.map((event) => (
            <EventRow key={event.id} event={event} now={now} />
          ))}
        </Table>
      ) : (
        events.asOf && <p className="text-ink-3">The carrier has reported no events yet.</p>
      )}
    </>
  );
}

/** A button that opens the carrier's own events of a container. They are requested when it is opened. */
export function RawEventsButton({ containerId, now }: { containerId: string; now: number }) {
  const [open, setOpen] = useState(false);
  const [loaded, setLoaded] = useState<Loaded>(WAITING);
  const load = useCallback(async () => {
    setOpen(true);
    setLoaded(WAITING);
    try {
      const path = `/api/containers/${encodeURIComponent(containerId)}/raw-events`;
      setLoaded({ events: await get<RawEvents>(path, new URLSearchParams()), problem: null });
    } catch (error) {
      const problem = error instanceof Error ? error.message : "Couldn’t read the raw events. Retry.";
      setLoaded({ events: null, problem });
    }
  }, [containerId]);
  return (
    <>
      <Button variant="quiet" aria-haspopup="dialog" onClick={load}>
        Raw events
      </Button>
      {open && (
        <Panel title="Raw events" drawer onClose={() => setOpen(false)}>
          <Content loaded={loaded} now={now} />
        </Panel>
      )}
    </>
  );
}
