"use client";

import { RefreshCw } from "lucide-react";
import { useActionState, useEffect, useState } from "react";
import { useTicking } from "@/components/time/clock";
import { Button } from "@/components/ui/button";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";

/** The state at the time of the request, to detect what the response changed. */
type Before = { checkedAt: string | null; changeCount: number };

function resultText(before: Before, now: Before): string {
  const changes = now.changeCount - before.changeCount;
  if (changes > 0) return `Refreshed: ${changes} ${changes === 1 ? "change" : "changes"}.`;
  if (now.checkedAt !== before.checkedAt) return "Refreshed. No changes.";
  return "Refresh requested from line and terminal. New data will appear here.";
}

const SLOW_MS = 1_500;
const WAITING = "Requesting a refresh. The service limits refreshes per minute, so this may take a while.";

/** Whether an operation has run long enough to need a message. */
function useSlow(pending: boolean): boolean {
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!pending) return setSlow(false);
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [pending]);
  return pending && slow;
}

/** Requests a refresh of the container from the service and shows the result. */
export function RefreshForm({
  containerId,
  action,
  checkedAt,
  changeCount,
}: { containerId: string; action: FormAction } & Before) {
  const [state, send, pending] = useActionState(action, UNTRIED);
  const [before, setBefore] = useState<Before | null>(null);
  const until = state.values.waitUntil ?? "";
  const wait = useTicking((now) => {
    const seconds = until === "" ? 0 : Math.ceil((Date.parse(until) - now) / 1_000);
    return seconds > 0 ? String(seconds) : "";
  });
  const slow = useSlow(pending);
  const refused = !slow && state.problem !== null && (until === "" || wait !== "");
  const reported = slow
    ? WAITING
    : refused
      ? state.problem
      : state.done !== null && before
        ? resultText(before, { checkedAt, changeCount })
        : null;
  return (
    <form
      action={(form) => {
        setBefore({ checkedAt, changeCount });
        send(form);
      }}
      className="relative"
    >
      <input type="hidden" name="containerId" value={containerId} />
      <Button type="submit" data-refresh disabled={pending || wait !== ""} aria-busy={pending}>
        <RefreshCw aria-hidden size={14} />
        {pending ? "Refreshing…" : wait === "" ? "Refresh" : `In ${wait}s`}
      </Button>
      <p
        role="status"
        className={
          reported
            ? `absolute top-full right-0 z-20 mt-1.5 w-72 rounded-field border bg-surface px-2.5 py-1.5 text-note shadow-pop ${refused ? "border-late/40 text-late" : "border-line-strong text-ink-2"}`
            : "sr-only"
        }
      >
        {reported}
      </p>
    </form>
  );
}
