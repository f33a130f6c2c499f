import { Ago } from "@/components/time/age";
import { PlaceTime } from "@/components/time/local-time";
import { Card } from "@/components/ui/card";
import type { Moment } from "@/lib/domain/time/moment";
import type { TimedPosition } from "@/lib/domain/voyage/vessel-positions";
import type { Voyage, VoyagePort } from "@/lib/domain/voyage/voyage";
import { type PortLabel, portLabels, positionText } from "./voyage-labels";
import { fitVoyage } from "./voyage-projection";

const [WIDTH, HEIGHT] = [352, 190];

/** A voyage to render, with its source and age. */
export type RenderedVoyage = {
  voyage: Voyage | null;
  /** Whether the lines are not the service's but along sea lanes between the ports. */
  isApproximate: boolean;
  /** The time of the service's map (UTC text). Null for a route without one. */
  asOf: string | null;
  /** The message that explains a missing or outdated map of the service. */
  problem: string | null;
  /** Where the vessel is expected, by day. */
  coming: readonly TimedPosition[];
};

function Label({ x, y, anchor, names }: PortLabel) {
  return (
    <text
      x={x}
      y={y}
      textAnchor={anchor}
      className="fill-ink-2 text-[10.5px]"
      paintOrder="stroke"
      stroke="var(--raised)"
      strokeWidth={3}
    >
      {names.join(", ")}
    </text>
  );
}

function asText({ ports, vessel }: Voyage): string {
  const way = ports.map(({ name }) => name).join(" to ");
  return vessel ? `${way}; ${vessel.name} is under way` : way;
}

function Drawing({ voyage, coming }: { voyage: Voyage; coming: readonly TimedPosition[] }) {
  const projection = fitVoyage(voyage, WIDTH, HEIGHT);
  const here = voyage.vessel && projection.point(voyage.vessel.position);
  const last = voyage.ports.length - 1;
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Sea route: ${asText(voyage)}`}
      className="block w-full rounded-field bg-raised"
    >
      <path d={projection.land} data-land className="fill-line" />
      {voyage.ahead.map((line) => (
        <path
          key={projection.path(line)}
          data-leg="ahead"
          d={projection.path(line)}
          className="fill-none stroke-ink-3"
          strokeWidth={1.5}
          strokeDasharray="4 4"
        />
      ))}
      {voyage.past.map((line) => (
        <path
          key={projection.path(line)}
          data-leg="past"
          d={projection.path(line)}
          className="fill-none stroke-accent"
          strokeWidth={1.8}
          strokeLinejoin="round"
        />
      ))}
      {portLabels(voyage, projection, WIDTH, HEIGHT).map((label) => (
        <Label key={label.names.join()} {...label} />
      ))}
      {voyage.ports.map((port, index) => {
        const { x, y } = projection.point(port.position);
        const reached = port.arrived !== null || port.departed !== null || (index < last && here !== null);
        return (
          <circle
            key={`${port.label} ${port.name} ${x} ${y}`}
            cx={x}
            cy={y}
            r={4}
            strokeWidth={2}
            className={reached ? "fill-accent stroke-raised" : "fill-surface stroke-accent"}
          />
        );
      })}
      {coming.map(({ position, at }) => {
        const { x, y } = projection.point(position);
        return <circle key={at} data-coming cx={x} cy={y} r={2.2} className="fill-surface stroke-ink-2" />;
      })}
      {here && (
        <path
          data-vessel
          d={`M${here.x} ${here.y - 6}l5 10h-10z`}
          className="fill-ink stroke-raised"
          strokeWidth={1.5}
        />
      )}
    </svg>
  );
}

/** The latest known time of a port, in the port's zone. */
function PortTime({ port, now }: { port: VoyagePort; now: number }) {
  const reported: [string, Moment | null][] = [
    ["departed", port.departed],
    ["arrived", port.arrived],
    ["departs", port.departs],
    ["expected", port.arrives],
  ];
  const [message, moment] = reported.find(([, each]) => each !== null) ?? [];
  if (!message || !moment) return <span className="text-ink-3">no time reported</span>;
  return (
    <>
      {message} <PlaceTime moment={moment} now={now} />
    </>
  );
}

function Ports({ voyage, now }: { voyage: Voyage; now: number }) {
  return (
    <ul className="mt-2 flex flex-col gap-0.5 text-note">
      {voyage.ports.map((port, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a route may call at one port twice
        <li key={index} className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 truncate">
            {port.name} <span className="text-ink-3">{port.label}</span>
          </span>
          <span className="text-ink-2">
            <PortTime port={port} now={now} />
          </span>
        </li>
      ))}
      {voyage.vessel && (
        <li className="flex flex-wrap justify-between gap-x-3">
          <span className="min-w-0 truncate">
            ▲ {[voyage.vessel.name, voyage.vessel.voyage].filter(Boolean).join(" ")}
          </span>
          <span className="text-ink-2">
            {voyage.vessel.speed !== null && `${voyage.vessel.speed} kn `}
            {voyage.vessel.seenAt && (
              <>
                seen <Ago since={voyage.vessel.seenAt} />
              </>
            )}
          </span>
        </li>
      )}
    </ul>
  );
}

/** Where the vessel is expected, day by day. A position at sea has no zone, so times are in UTC. */
function ComingPositions({ coming, now }: { coming: readonly TimedPosition[]; now: number }) {
  if (coming.length === 0) return null;
  return (
    <details className="mt-1.5 text-note">
      <summary className="text-accent">
        {coming.length} expected {coming.length === 1 ? "position" : "positions"} of the vessel
      </summary>
      <ul className="mt-1 flex flex-col gap-0.5">
        {coming.map(({ position, at }) => (
          <li key={at} className="flex flex-wrap justify-between gap-x-3">
            <PlaceTime moment={{ at, zone: "UTC" }} now={now} />
            <span className="text-ink-2">{positionText(position)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The sea route as a map, with a text version below. */
export function VoyageCard({ drawn, now }: { drawn: RenderedVoyage; now: number }) {
  const { voyage, isApproximate, asOf, problem, coming } = drawn;
  return (
    <Card
      title="Voyage"
      aside={
        asOf && (
          <>
            as of <Ago since={asOf} />
          </>
        )
      }
    >
      {voyage ? (
        <>
          <Drawing voyage={voyage} coming={coming} />
          <Ports voyage={voyage} now={now} />
          <ComingPositions coming={coming} now={now} />
        </>
      ) : (
        <p className="text-ink-3">No route data yet.</p>
      )}
      {isApproximate && voyage && (
        <p className="mt-1.5 text-small text-ink-3">Approximate route, along sea lanes between the ports.</p>
      )}
      {problem && <p className="mt-1.5 text-small text-ink-2">{problem}</p>}
    </Card>
  );
}
