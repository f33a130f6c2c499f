"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { memo } from "react";
import type { GroupSum } from "@/components/board/page-data";
import { formatMoney } from "@/lib/domain/charges/money";
import type { BoardGroup } from "@/lib/features/board/rules/board-address";
import { GROUP_LABELS } from "@/lib/features/board/rules/board-address";
import { joined } from "@/lib/platform/text/bidi";
import { GROUP_HEIGHT } from "./density";

const counted = (count: number): string => count.toLocaleString("en-US");

/** The subtotals of a group as text. Zero values are omitted. */
export function groupText({ ready, held, expired, charges }: GroupSum): string[] {
  return [
    ready > 0 ? `${counted(ready)} ready` : "",
    held > 0 ? `${counted(held)} held` : "",
    ...charges.filter(({ minor }) => minor !== 0).map((sum) => `${formatMoney(sum)} reported`),
    expired > 0 ? `${counted(expired)} expired` : "",
  ].filter(Boolean);
}

/** A group header. Collapses its rows and shows their subtotals. */
export const GroupHead = memo(function GroupHead({
  sum,
  by,
  folded,
  onFold,
}: {
  sum: GroupSum;
  by: BoardGroup;
  folded: boolean;
  onFold: (sum: GroupSum) => void;
}) {
  const Arrow = folded ? ChevronRight : ChevronDown;
  const expired = sum.expired > 0;
  const text = groupText(sum);
  const plain = expired ? text.slice(0, -1) : text;
  return (
    <button
      type="button"
      aria-expanded={!folded}
      className="flex w-full min-w-0 items-center gap-2 px-3 text-left focus-visible:-outline-offset-2"
      style={{ height: GROUP_HEIGHT - 1 }}
      onClick={() => onFold(sum)}
    >
      <Arrow aria-hidden size={14} className="shrink-0 text-ink-3" />
      <b className="max-w-[45%] shrink-0 truncate font-[580]" dir="auto">
        {sum.value ?? `No ${GROUP_LABELS[by].toLowerCase()}`}
      </b>
      <span className="shrink-0 text-ink-2">
        {counted(sum.containers)} {sum.containers === 1 ? "container" : "containers"}
      </span>
      <span className="min-w-0 truncate text-note text-ink-3">{joined(plain)}</span>
      {expired && <span className="shrink-0 text-note font-[560] text-late">{text.at(-1)}</span>}
    </button>
  );
});
