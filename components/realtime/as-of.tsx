import { Ago } from "@/components/time/age";

/** The age of the mirror's data from the service (UTC text; null: never read), and the reason why it is not newer. */
export type Reported = { asOf: string | null; problem: string | null };

/** The age at the end of a card's title, for example "as of 4m ago". */
export function AsOf({ asOf }: { asOf: string | null }) {
  return (
    asOf && (
      <>
        as of <Ago since={asOf} />
      </>
    )
  );
}
