"use client";

import { useEffect, useMemo, useState } from "react";
import type { ListRow } from "@/lib/features/tracking-requests/list-import/rules/rows";
import type { KnownNumber } from "@/lib/features/tracking-requests/rules/tracked-number";
import { fetchKnown } from "./requests";

const NONE: ReadonlyMap<string, KnownNumber> = new Map();
const GATHER_MS = 200;

/** The numbers of a list that are already tracked. `state` is whether the dashboard has responded for these rows. */
export type Known = { known: ReadonlyMap<string, KnownNumber>; state: "asking" | "answered" | "failed" };

/** Requests the already tracked numbers of a list from the dashboard, again when the rows change. */
export function useKnown(rows: readonly ListRow[]): Known {
  const [response, setResponse] = useState<{ of: string; known: ReadonlyMap<string, KnownNumber> | null }>({
    of: "",
    known: NONE,
  });
  const requested = useMemo(() => {
    const keys = new Map(rows.flatMap(({ ask, key }) => (ask ? [[key, ask.scac] as const] : [])));
    return [...keys].map(([key, scac]) => ({ key, scac }));
  }, [rows]);
  const name = useMemo(() => requested.map(({ key, scac }) => `${key}/${scac}`).join(" "), [requested]);

  useEffect(() => {
    if (requested.length === 0) return;
    let left = false;
    const timer = setTimeout(() => {
      fetchKnown(requested).then(
        (known) => left || setResponse({ of: name, known }),
        () => left || setResponse({ of: name, known: null }),
      );
    }, GATHER_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [requested, name]);

  if (requested.length === 0) return { known: NONE, state: "answered" };
  if (response.of !== name) return { known: response.known ?? NONE, state: "asking" };
  return response.known ? { known: response.known, state: "answered" } : { known: NONE, state: "failed" };
}
