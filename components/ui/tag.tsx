import type { ReactNode } from "react";
import { classNames } from "./class-names";

type Tone = "late" | "soon" | "go" | "plain";

const TONES: Record<Tone, string> = {
  late: "bg-late-soft text-late",
  soon: "text-soon inset-ring inset-ring-soon/50",
  go: "bg-go-soft text-go",
  plain: "text-ink-2 inset-ring inset-ring-line-strong",
};

/** A short framed label, for example for a hold or a state. The text is complete without the color. */
export function Tag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "forced-frame inline-block min-w-0 max-w-full truncate rounded-tag px-1.5 font-[530]",
        TONES[tone],
      )}
    >
      {children}
    </span>
  );
}
