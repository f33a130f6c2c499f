"use client";

import { useQuery } from "@tanstack/react-query";
import { get } from "@/components/board/data/requests";
import type { PartyChoice } from "@/components/ui/forms/party-picker";

const FRESH_MS = 30_000;

/** The account's parties by name, read when `wanted`. */
export function useParties(wanted = true) {
  return useQuery({
    queryKey: ["parties"],
    queryFn: async ({ signal }) =>
      (await get<{ parties: PartyChoice[] }>("/api/parties", new URLSearchParams(), signal)).parties,
    staleTime: FRESH_MS,
    enabled: wanted,
  });
}
