"use client";

import { useActionState } from "react";
import { Button } from "@/components/ui/button";
import { type FormAction, UNTRIED } from "@/components/ui/forms/form-state";
import { useMay } from "@/components/ui/permissions";

/** Requests data now that is otherwise read in the background, and shows the result. */
export function RequestNowForm({ containerId, action }: { containerId: string; action: FormAction }) {
  const [state, send, pending] = useActionState(action, UNTRIED);
  if (!useMay("dispatch")) return null;
  const reported = pending ? "" : (state.problem ?? state.done ?? "");
  return (
    <form action={send} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-1 text-note text-ink-3">
      <input type="hidden" name="containerId" value={containerId} />
      <p role="status" className={`min-w-0 flex-1 basis-56 ${reported && state.problem ? "text-late" : ""}`}>
        {reported || "The map, custom fields and documents are updated in the background."}
      </p>
      <Button type="submit" variant="quiet" disabled={pending} aria-busy={pending}>
        {pending ? "Updating…" : "Update now"}
      </Button>
    </form>
  );
}
