"use client";

import type { MouseEvent } from "react";
import { Button } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";

/** A frame with `sandbox` but without `allow-forms` sends no form. With script the same address is opened. */
function openWithoutForm(event: MouseEvent<HTMLButtonElement>): void {
  const { form } = event.currentTarget;
  if (window.origin !== "null" || !form?.reportValidity()) return;
  event.preventDefault();
  const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
  window.location.assign(`?${new URLSearchParams(fields)}`);
}

/** A form for a complete number. `kept` contains the parameters that remain in the address. */
export function LookupForm({ number, kept }: { number: string; kept: Readonly<Record<string, string>> }) {
  return (
    <search className="mb-3">
      <form method="get" className="flex flex-wrap items-center gap-2">
        {Object.entries(kept)
          .filter(([name]) => name !== "number")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <input
          type="search"
          name="number"
          defaultValue={number}
          maxLength={40}
          required
          aria-label="Container or bill of lading"
          placeholder="Container or bill of lading"
          className={`${fieldClass()} max-w-xs`}
        />
        <Button type="submit" variant="main" onClick={openWithoutForm}>
          Search
        </Button>
      </form>
    </search>
  );
}
