import { Button } from "@/components/ui/button";
import { fieldClass } from "@/components/ui/forms/field";

/** A form for a complete number. `kept` contains the parameters that remain in the address. */
export function LookupForm({ number, kept }: { number: string; kept: Readonly<Record<string, string>> }) {
  return (
    <search className="mb-3">
      <form method="get" className="flex flex-wrap items-center gap-2">
        {Object.entries(kept)
          .filter(([name]) => name !== "number")
          .map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
        <input
          type="search"
          name="number"
          defaultValue={number}
          maxLength={40}
          required
          aria-label="Container or bill of lading"
          placeholder="Container or bill of lading"
          className={`${fieldClass()} max-w-xs`}
        />
        <Button type="submit" variant="main">
          Search
        </Button>
      </form>
    </search>
  );
}
