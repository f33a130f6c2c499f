import type { RelatedState } from "@/lib/features/containers/queries/supplementary-data";

/** The message that explains missing or outdated related data. Null when there is no problem. */
export function relatedProblem(
  { asOf, code, problem }: RelatedState,
  name: string,
  missing: string,
): string | null {
  if (code === "not_allowed") return `${missing} It is asked for again once a day.`;
  if (code === "not_found") return `The service has no ${name} to tell of.`;
  if (problem) return problem;
  return asOf === null ? `The service’s ${name} was not read yet; that comes by itself.` : null;
}
