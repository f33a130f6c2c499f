"use client";

import { useEffect, useMemo, useState } from "react";
import { fetchNumbersReport, keepNumbers } from "@/components/board/data/requests";
import { keepDraft } from "@/components/tracking-requests/list-import/list-draft";
import { useRights } from "@/components/ui/permissions";
import { parsePastedNumbers } from "@/lib/domain/numbers/number-list";
import { boardHref, EVERYTHING, MAX_NUMBERS_IN_ADDRESS } from "@/lib/features/board/rules/board-address";
import { counted } from "@/lib/platform/text/counted";

/** Delay after the last key press before typed numbers are compared. */
const WAIT_MS = 80;

/** A page to open with the numbers of a text. `prepare` is called before. */
export type NumberChoice = { id: string; name: string; href: string; prepare: () => void };

/** What can be done with several container numbers of a text. `choices` is null until they are compared. */
export type NumberOffer = { text: string; choices: readonly NumberChoice[] | null };

type Compared = { found: number; missing: readonly string[]; list: string | null };

async function compare(numbers: readonly string[], signal: AbortSignal): Promise<Compared> {
  if (numbers.length > MAX_NUMBERS_IN_ADDRESS) {
    const { found, missing, id } = await keepNumbers(numbers.join("\n"));
    return { found, missing, list: id };
  }
  const { found, missing } = await fetchNumbersReport({ numbers, list: null }, signal);
  return { found, missing, list: null };
}

function choicesOf(
  numbers: readonly string[],
  { found, missing, list }: Compared,
  mayTrack: boolean,
): NumberChoice[] {
  const shown = list === null ? { numbers } : { list };
  const show = {
    id: "show numbers",
    name: `Show ${counted(found, "container")}`,
    href: boardHref({ ...EVERYTHING, ...shown }),
    prepare: () => undefined,
  };
  const count = missing.length.toLocaleString("en-US");
  const track = {
    id: "track numbers",
    name: `Track ${count} ${missing.length === 1 ? "number that isn’t" : "numbers that aren’t"} tracked`,
    href: "/track/list",
    prepare: () => keepDraft({ name: null, text: missing.join("\n"), layout: null }),
  };
  return [...(found > 0 ? [show] : []), ...(missing.length > 0 && mayTrack ? [track] : [])];
}

/** Offers to show the container numbers of a text, or to track the missing ones. Null unless it has several numbers. */
export function useNumberOffer(text: string): NumberOffer | null {
  const may = useRights();
  const key = useMemo(() => {
    const { numbers } = parsePastedNumbers(text);
    return numbers.length > 1 ? numbers.join(",") : "";
  }, [text]);
  const [compared, setCompared] = useState<{ key: string; result: Compared | "failed" } | null>(null);
  useEffect(() => {
    if (key === "") return;
    const abort = new AbortController();
    const finish = (result: Compared | "failed") => abort.signal.aborted || setCompared({ key, result });
    const timer = setTimeout(() => {
      compare(key.split(","), abort.signal).then(finish, () => finish("failed"));
    }, WAIT_MS);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [key]);
  if (key === "") return null;
  const numbers = key.split(",");
  const all = counted(numbers.length, "container number");
  if (compared?.key !== key) return { text: `Comparing ${all}…`, choices: null };
  const { result } = compared;
  if (result === "failed")
    return { text: "The numbers could not be compared. Paste them again.", choices: [] };
  return {
    text: `${result.found.toLocaleString("en-US")} of ${all} are tracked.`,
    choices: choicesOf(numbers, result, may("dispatch")),
  };
}
