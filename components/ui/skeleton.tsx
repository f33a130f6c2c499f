import { classNames } from "./class-names";

/** The placeholder of a loading element. `className` sets its size. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("skeleton block", className)} />;
}
