import { unstable_isUnrecognizedActionError } from "next/navigation";
import { type FormState, UNTRIED } from "./form-state";

const UPDATED = "Drayboard was updated. Reload the page, then try again.";
const NO_RESPONSE = "Drayboard did not respond. Reload the page to see whether it was saved, then try again.";

/** The state of a form whose request had no response, or one of another version of the dashboard. Keeps what was typed. */
export function stateOfFailedRequest(error: unknown, form: FormData): FormState {
  const problem = unstable_isUnrecognizedActionError(error) ? UPDATED : NO_RESPONSE;
  const texts = [...form].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []));
  return { ...UNTRIED, problem, values: Object.fromEntries(texts) };
}
