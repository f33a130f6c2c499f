"use client";

import { useState } from "react";

/** Years that one is still typing: nothing arrived by then. */
const EARLIEST = "1950-01-01";

/** A day to narrow a list by; null for any. What is still being typed narrows nothing yet. */
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
