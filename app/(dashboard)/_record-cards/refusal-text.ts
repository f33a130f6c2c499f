import type { RelatedState } from "@/lib/features/containers/rules";

/** The message that explains missing or outdated related data. Null when there is no problem. */
export function relatedProblem(
  { asOf, code, problem }: RelatedState,
  name: string,
  missing: string,
): string | null {
  if (code === "not_allowed") return `${missing} It is rechecked once a day.`;
  if (code === "not_found") return `No ${name} available from the service.`;
  if (problem) return problem;
  return asOf === null ? `Waiting for ${name} from the service. No action needed.` : null;
}
