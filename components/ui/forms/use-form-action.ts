"use client";

import { useRouter } from "next/navigation";
import { useActionState, useCallback, useEffect, useRef } from "react";
import { notify } from "@/components/ui/toasts";
import { type FormAction, type FormState, UNTRIED } from "./form-state";

/**
 * Connects a form to its action. After a success, shows a notice, refetches the page and calls `onDone`. The notice is
 * shown even if a refetch has removed the form before the response: a saved entry may move or end its row.
 */
export function useFormAction(
  action: FormAction,
  onDone?: () => void,
): [FormState, (form: FormData) => void, boolean] {
  const submit: FormAction = useCallback(
    async (previous, form) => {
      const next = await action(previous, form);
      if (next.done !== null) void notify(next.done);
      return next;
    },
    [action],
  );
  const [state, send, pending] = useActionState(submit, UNTRIED);
  const router = useRouter();
  const reported = useRef<FormState>(UNTRIED);

  useEffect(() => {
    if (state === reported.current) return;
    reported.current = state;
    if (state.done === null) return;
    onDone?.();
    router.refresh();
  }, [state, router, onDone]);

  return [state, send, pending];
}
