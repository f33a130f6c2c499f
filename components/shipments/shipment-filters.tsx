"use client";

import { ChipAction, ChoiceChip, useFilterChips } from "@/components/board/filters/choice-chip";
import { chipClass } from "@/components/board/filters/filter-chip-label";
import {
  narrowsShipments,
  SHIPMENT_CHOICE_LABELS,
  SHIPMENT_CHOICES,
  type ShipmentChoice,
  type ShipmentQuery,
  widenedShipments,
} from "@/lib/features/shipments/rules/shipment-address";
import { counted } from "@/lib/platform/text/counted";
import { DayField } from "./day-field";
import { fetchShipmentFacets } from "./requests";

const TRACKING = [
  { value: null, label: "Any" },
  { value: "no", label: "Tracked" },
  { value: "yes", label: "Stopped" },
] as const;

function TrackingFilter({
  query,
  onQuery,
}: {
  query: ShipmentQuery;
  onQuery: (query: ShipmentQuery) => void;
}) {
  return (
    <fieldset className="flex shrink-0 items-center gap-1">
      <legend className="sr-only">Tracking</legend>
      {TRACKING.map(({ value, label }) => (
        <label
          key={label}
          className={`${chipClass(query.stopped === value)} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent`}
        >
          <input
            type="radio"
            name="stopped"
            className="sr-only"
            checked={query.stopped === value}
            onChange={() => onQuery({ ...query, stopped: value })}
          />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

const withChoice = (query: ShipmentQuery, id: ShipmentChoice, values: string[]): ShipmentQuery => ({
  ...query,
  choices: { ...query.choices, [id]: values },
});

/** The chips that filter the list, and the button to reset them. All choices are stored in the address. */
export function ShipmentFilters({
  query,
  total,
  all,
  onPress,
  onQuery,
}: {
  query: ShipmentQuery;
  /** The shipments that match, and those of the account. */
  total: number;
  all: number;
  /** Called before `onQuery`, when a choice is pressed. */
  onPress: (query: ShipmentQuery) => void;
  onQuery: (query: ShipmentQuery) => void;
}) {
  const { facets, stateOf } = useFilterChips(
    "shipment-facets",
    fetchShipmentFacets,
    SHIPMENT_CHOICES.some((id) => query.choices[id].length > 0),
  );
  const labelsOf = (id: ShipmentChoice) =>
    query.choices[id].map(
      (value) => facets.data?.[id].find((each) => each.value === value) ?? { label: value },
    );
  return (
    <search aria-label="Filter shipments" className="mb-2.5 flex shrink-0 flex-wrap items-center gap-1.5">
      <TrackingFilter query={query} onQuery={onQuery} />
      {SHIPMENT_CHOICES.map((id) => (
        <ChoiceChip
          key={id}
          {...stateOf(id)}
          name={SHIPMENT_CHOICE_LABELS[id]}
          labels={labelsOf(id)}
          values={facets.data?.[id]}
          failed={facets.isError}
          chosen={query.choices[id]}
          onPress={(values) => onPress(withChoice(query, id, values))}
          onPick={(values) => onQuery(withChoice(query, id, values))}
        />
      ))}
      <span className="inline-flex flex-wrap items-center gap-1.5 text-ink-2">
        Arrival
        <DayField label="Arrival from" day={query.from} onDay={(from) => onQuery({ ...query, from })} />
        to
        <DayField label="Arrival to" day={query.to} onDay={(to) => onQuery({ ...query, to })} />
      </span>
      {narrowsShipments(query) && (
        <ChipAction onClick={() => onQuery(widenedShipments(query))}>Clear filters</ChipAction>
      )}
      <p role="status" className="ml-auto text-ink-3">
        {narrowsShipments(query) && `${total.toLocaleString("en-US")} of `}
        {counted(all, "shipment")}
      </p>
    </search>
  );
}
