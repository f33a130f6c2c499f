"use client";

import { useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { chipClass, chosenOf, FilterChipLabel } from "@/components/board/filters/filter-chip-label";
import {
  narrowsShipments,
  SHIPMENT_CHOICE_LABELS,
  SHIPMENT_CHOICES,
  type ShipmentChoice,
  type ShipmentQuery,
  widenedShipments,
} from "@/lib/features/shipments/rules/shipment-address";
import { DayField } from "./day-field";
import { fetchShipmentFacets } from "./requests";

/** Pickers load their script when a chip is first opened. */
const FilterPicker = dynamic(
  () => import("@/components/board/filters/filter-picker").then((module) => module.FilterPicker),
  { ssr: false },
);

const FACETS_FRESH_MS = 60_000;
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

/** The chips that filter the list, and the button to reset them. All choices are stored in the address. */
export function ShipmentFilters({
  query,
  total,
  onQuery,
}: {
  query: ShipmentQuery;
  total: number;
  onQuery: (query: ShipmentQuery) => void;
}) {
  const [open, setOpen] = useState<ShipmentChoice | null>(null);
  const [live, setLive] = useState(false);
  const named = SHIPMENT_CHOICES.some((id) => query.choices[id].length > 0);
  const facets = useQuery({
    queryKey: ["shipment-facets"],
    queryFn: ({ signal }) => fetchShipmentFacets(signal),
    enabled: live || named,
    staleTime: FACETS_FRESH_MS,
  });
  const labelsOf = (id: ShipmentChoice) =>
    query.choices[id].map(
      (value) => facets.data?.[id].find((each) => each.value === value) ?? { label: value },
    );
  return (
    <search aria-label="Filter shipments" className="mb-2.5 flex shrink-0 flex-wrap items-center gap-1.5">
      <TrackingFilter query={query} onQuery={onQuery} />
      {SHIPMENT_CHOICES.map((id) => {
        const name = SHIPMENT_CHOICE_LABELS[id];
        const label = <FilterChipLabel label={name} chosen={chosenOf(labelsOf(id))} />;
        if (!live)
          return (
            <button
              key={id}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={false}
              className={chipClass(query.choices[id].length > 0)}
              onClick={() => {
                setLive(true);
                setOpen(id);
              }}
            >
              {label}
            </button>
          );
        return (
          <FilterPicker
            key={id}
            name={name}
            label={label}
            values={facets.data?.[id]}
            failed={facets.isError}
            chosen={query.choices[id]}
            typed={false}
            open={open === id}
            onOpen={(is) => setOpen(is ? id : null)}
            onPick={(values) => onQuery({ ...query, choices: { ...query.choices, [id]: values } })}
          />
        );
      })}
      <span className="inline-flex flex-wrap items-center gap-1.5 text-ink-2">
        Arrival
        <DayField label="Arrival from" day={query.from} onDay={(from) => onQuery({ ...query, from })} />
        to
        <DayField label="Arrival to" day={query.to} onDay={(to) => onQuery({ ...query, to })} />
      </span>
      {narrowsShipments(query) && (
        <button
          type="button"
          className="shrink-0 rounded-chip px-2 py-0.75 text-accent hover:bg-accent-soft"
          onClick={() => onQuery(widenedShipments(query))}
        >
          Clear filters
        </button>
      )}
      <p role="status" className="ml-auto text-ink-3">
        {total.toLocaleString("en-US")} {total === 1 ? "shipment" : "shipments"}
      </p>
    </search>
  );
}
