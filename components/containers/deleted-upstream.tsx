import { VANISHED_SHORT } from "@/components/board/table/cell-text";
import { PlaceTime } from "@/components/time/local-time";

/** When it was found is no place's time: it stands in UTC, unless its reader wants another clock. */
function Since({ at, now }: { at: string; now: number }) {
  return (
    <>
      since <PlaceTime moment={{ at, zone: "UTC" }} now={now} />
    </>
  );
}

/** In a list: the service no longer has this record. `since` is null while it has; `now` is epoch ms. */
export function GoneMark({ since, now }: { since: string | null; now: number }) {
  if (since === null) return null;
  return (
    <span data-gone className="block text-small text-soon">
      {VANISHED_SHORT} <Since at={since} now={now} />
    </span>
  );
}

/** On a record's own page: the same, and what that means for what is read there. */
export function GoneLine({ what, since, now }: { what: string; since: string | null; now: number }) {
  if (since === null) return null;
  return (
    <p data-gone className="text-soon">
      This {what} has been {VANISHED_SHORT} <Since at={since} now={now} />. Last known data. Check with the
      shipping line.
    </p>
  );
}
