/** The error message of a whole form. */
export function FormProblem({ problem }: { problem: string | null }) {
  if (problem === null) return null;
  return (
    <p
      role="alert"
      className="rounded-field border border-late/40 bg-late-soft px-2.5 py-1.5 wrap-anywhere text-late"
    >
      {problem}
    </p>
  );
}
