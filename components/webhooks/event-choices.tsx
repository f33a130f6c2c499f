import { EVENTS, type EventName } from "@/lib/contract/events";
import { EVENT_DESCRIPTIONS } from "@/lib/contract/responses/event-catalog";
import { EVENT_LABELS } from "@/lib/domain/milestones/event-labels";

/** A checkbox for every event, grouped by subject. */
export function EventChoices({
  chosen,
  withheld,
  onChoose,
}: {
  chosen: readonly string[];
  withheld: readonly string[];
  onChoose: (chosen: string[]) => void;
}) {
  const flip = (name: string) =>
    onChoose(chosen.includes(name) ? chosen.filter((other) => other !== name) : [...chosen, name]);
  return eventGroups().map(({ title, events }) => (
    <fieldset key={title} className="border-t border-line pt-2">
      <legend className="float-left mb-1 w-full font-[560]">{title}</legend>
      <ul className="clear-both grid gap-x-5 gap-y-1.5 md:grid-cols-2">
        {events.map((name) => (
          <li key={name}>
            <label className="grid grid-cols-[1rem_minmax(0,1fr)] items-start gap-2 py-0.5">
              <input
                type="checkbox"
                name="event"
                value={name}
                checked={chosen.includes(name)}
                onChange={() => flip(name)}
                className="mt-0.5 size-4 accent-(--accent)"
              />
              <span>
                {EVENT_LABELS[name]}
                {withheld.includes(name) && <span className="text-soon"> · not on this account’s plan</span>}
                <span className="block text-note text-ink-3">{EVENT_DESCRIPTIONS[name]}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  ));
}

function Radio({
  value,
  checked,
  onChoose,
  label,
}: {
  value: string;
  checked: boolean;
  onChoose: () => void;
  label: string;
}) {
  return (
    <label className="flex items-center gap-2 py-0.5">
      <input
        type="radio"
        name="which"
        value={value}
        checked={checked}
        onChange={onChoose}
        className="size-4 shrink-0 accent-(--accent)"
      />
      {label}
    </label>
  );
}

/** Whether all or only some events are selected. `labels` are the labels of the two options. */
export function AllOrSome({
  all,
  onAll,
  labels,
}: {
  all: boolean;
  onAll: (all: boolean) => void;
  labels: readonly [string, string];
}) {
  return (
    <div role="radiogroup" aria-label="Events" className="flex flex-col gap-0.5">
      <Radio value="all" checked={all} onChoose={() => onAll(true)} label={labels[0]} />
      <Radio value="some" checked={!all} onChoose={() => onAll(false)} label={labels[1]} />
    </div>
  );
}

const GROUPS: readonly { title: string; holds: (name: EventName) => boolean }[] = [
  { title: "Tracking requests", holds: (name) => name.startsWith("tracking_request.") },
  { title: "Estimated times", holds: (name) => name.includes("estimated.") },
  { title: "Milestones", holds: (name) => name.startsWith("container.transport.") },
  { title: "Containers and deadlines", holds: (name) => name.startsWith("container.") },
  { title: "Documents", holds: () => true },
];

/** All events, grouped by subject, each once. */
function eventGroups() {
  const left = new Set<EventName>(EVENTS);
  return GROUPS.map(({ title, holds }) => {
    const events = [...left].filter(holds);
    for (const name of events) left.delete(name);
    return { title, events };
  });
}
