"use client";

import { useState } from "react";

/** Earlier years are incomplete input, so they are ignored. */
const EARLIEST = "1950-01-01";

/** A day that filters a list. Null for any day. Incomplete input does not filter. */
export function DayField({
  label,
  day,
  onDay,
}: {
  label: string;
  day: string | null;
  onDay: (day: string | null) => void;
}) {
  const [typed, setTyped] = useState(day ?? "");
  const [known, setKnown] = useState(day);
  if (day !== known) {
    setKnown(day);
    setTyped(day ?? "");
  }
  return (
    <input
      type="date"
      aria-label={label}
      value={typed}
      className="min-h-6.5 rounded-chip border border-line bg-surface px-2 text-ink max-md:min-h-8"
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value === "" || value >= EARLIEST) onDay(value === "" ? null : value);
      }}
    />
  );
}
