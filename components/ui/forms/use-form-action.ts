"use client";

import { useRouter } from "next/navigation";
import { useActionState, useEffect, useRef } from "react";
import { notify } from "@/components/ui/toasts";
import { type FormAction, type FormState, UNTRIED } from "./form-state";

/** Connects a form to its action. After a success, shows a notice, refetches the page and calls `onDone`. */
export function useFormAction(
  action: FormAction,
  onDone?: () => void,
): [FormState, (form: FormData) => void, boolean] {
  const [state, send, pending] = useActionState(action, UNTRIED);
  const router = useRouter();
  const reported = useRef<FormState>(UNTRIED);

  useEffect(() => {
    if (state === reported.current) return;
    reported.current = state;
    if (state.done === null) return;
    void notify(state.done);
    onDone?.();
    router.refresh();
  }, [state, router, onDone]);

  return [state, send, pending];
}
