import { Ago } from "@/components/time/age";

/** Until when the mirror knows something of the service's (UTC text; null: it was never read), and why nothing newer. */
export type Reported = { asOf: string | null; problem: string | null };

/** "as of 4 min ago", at the end of a card's title. */
export function AsOf({ asOf }: { asOf: string | null }) {
  return (
    asOf && (
      <>
        as of <Ago since={asOf} />
      </>
    )
  );
}
