"use client";

import { unstable_rethrow, useRouter } from "next/navigation";
import { useActionState, useCallback, useEffect, useRef } from "react";
import { type NoticeAction, notify } from "@/components/ui/toasts";
import { stateOfFailedRequest } from "./failed-request";
import { discardDraft, takeSubmittedDraft } from "./form-draft";
import { type FormAction, type FormState, UNTRIED } from "./form-state";

/**
 * Connects a form to its action. After a success, shows a notice, refetches the page and calls `onDone`. The notice is
 * shown even if a refetch has removed the form before the response: a saved entry may move or end its row. A request that
 * fails leaves the form with what was typed. `noticeAction`: a button of the notice.
 */
export function useFormAction(
  action: FormAction,
  onDone?: () => void,
  noticeAction?: NoticeAction,
): [FormState, (form: FormData) => void, boolean] {
  const offered = useRef(noticeAction);
  useEffect(() => {
    offered.current = noticeAction;
  });
  const submit: FormAction = useCallback(
    async (previous, form) => {
      // Of the data at the submit: a refetch can come before the response.
      const offer = offered.current;
      const draft = takeSubmittedDraft();
      try {
        const next = await action(previous, form);
        if (next.done !== null) void notify(next.done, offer);
        if (next.done !== null && draft !== null) discardDraft(draft);
        return next;
      } catch (error) {
        unstable_rethrow(error);
        return stateOfFailedRequest(error, form);
      }
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
