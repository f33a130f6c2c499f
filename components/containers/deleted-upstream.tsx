import { DELETED_UPSTREAM_SHORT } from "@/components/board/table/cell-text";
import { PlaceTime } from "@/components/time/local-time";

/** The time of discovery belongs to no location, so it is shown in UTC unless the user chose a display zone. */
function Since({ at, now }: { at: string; now: number }) {
  return (
    <>
      since <PlaceTime moment={{ at, zone: "UTC" }} now={now} />
    </>
  );
}

/** List label for a record that was deleted upstream. `since` is null while it exists. `now` is epoch ms. */
export function DeletedMark({ since, now }: { since: string | null; now: number }) {
  if (since === null) return null;
  return (
    <span data-gone className="block text-small text-soon">
      {DELETED_UPSTREAM_SHORT} <Since at={since} now={now} />
    </span>
  );
}

/** The same on the record's own page, with an explanation of the shown data. */
export function DeletedLine({ what, since, now }: { what: string; since: string | null; now: number }) {
  if (since === null) return null;
  return (
    <p data-gone className="text-soon">
      This {what} has been {DELETED_UPSTREAM_SHORT} <Since at={since} now={now} />. Last known data. Check
      with the shipping line.
    </p>
  );
}
