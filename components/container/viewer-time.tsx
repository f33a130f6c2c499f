"use client";

/** A time in words, with the viewer's own clock in its tip. */
export function ViewerTime({
  at,
  words,
  zone,
  zoneKnown,
}: {
  at: string;
  words: string;
  zone: string;
  zoneKnown: boolean;
}) {
  return (
    <time
      dateTime={at}
      onPointerEnter={(event) => {
        const mine = new Date(at).toLocaleString(undefined, { dateStyle: "medium", timeStyle: "short" });
        event.currentTarget.title = zoneKnown ? `${mine} for you` : "The zone of this time is unknown";
      }}
    >
      {words} <span className="text-ink-3">{zone}</span>
    </time>
  );
}
