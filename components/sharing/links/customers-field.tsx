"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { fetchBoardGroups } from "@/components/board/data/requests";
import { SelectField } from "@/components/ui/forms/field";
import { type BoardQuery, boardParams } from "@/lib/features/board/rules/board-address";

const MAX_NAMED = 3;

/** The address of the board with the containers of one customer only. */
export const addressOfCustomer = (query: BoardQuery, customer: string): string =>
  boardParams({ ...query, choices: { ...query.choices, customer: [customer] } }).toString();

function warning(customers: readonly string[]): string {
  const others = customers.length - MAX_NAMED;
  const named = customers.slice(0, MAX_NAMED).join(", ");
  return `This board has containers of ${customers.length} customers: ${named}${others > 0 ? ` and ${others} more` : ""}. Everyone with the link sees them all, with their references.`;
}

/** Warns when a board has containers of several customers, and offers to show those of one. Submits it as `customer`. */
export function CustomersField({ query }: { query: BoardQuery }) {
  const [customer, setCustomer] = useState("");
  const { data } = useQuery({
    queryKey: ["share-customers", boardParams(query).toString()],
    queryFn: ({ signal }) => fetchBoardGroups({ ...query, group: "customer" }, signal),
  });
  const customers = (data ?? []).flatMap(({ value }) => value ?? []);
  if (customers.length < 2) return null;
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        id="share-customer"
        name="customer"
        label="Containers of"
        value={customer}
        onChange={(event) => setCustomer(event.target.value)}
        options={[
          { value: "", label: `All ${customers.length} customers` },
          ...customers.map((name) => ({ value: name, label: name })),
        ]}
      />
      {customer === "" && (
        <p role="status" className="rounded-field bg-soon-soft px-2.5 py-1.5 text-soon wrap-anywhere">
          {warning(customers)}
        </p>
      )}
    </div>
  );
}
