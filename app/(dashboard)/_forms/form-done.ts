import type { FormState } from "@/components/ui/forms/form-state";
import type { Visibility } from "@/lib/domain/visibility";

const WHEN_SHOWN: Record<Visibility, string> = {
  now: "",
  soon: " It will appear here shortly.",
  not_yet: " Saved, but not shown here yet.",
};

/** The form state after a successful action, with a message about when the result is shown, and values to show. */
export function formDone(
  text: string,
  shown: Visibility = "now",
  values: Readonly<Record<string, string>> = {},
): FormState {
  return { done: `${text}${WHEN_SHOWN[shown]}`, problem: null, fields: {}, values };
}
