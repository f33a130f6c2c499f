import { classNames } from "./class-names";

/** The place of something on its way; the size comes with `className`. */
export function Skeleton({ className }: { className: string }) {
  return <span aria-hidden className={classNames("skeleton block", className)} />;
}
