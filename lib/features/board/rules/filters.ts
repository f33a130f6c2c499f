import { READINESS_LABELS } from "@/lib/domain/readiness/readiness";

/** Where a filter's values come from and how they are offered. Its SQL is in `queries/filter-sql.ts`. */
interface BoardFilter {
  label: string;
  /** Its values with their labels, if they are fixed. */
  values?: Readonly<Record<string, string>>;
  /** The member of the facets response that lists its values, if the mirror has them. */
  facet?: string;
  /** The label for containers without a value, if the filter can select them. */
  none?: string;
  /** What a user can type, if more than the listed values. */
  hint?: string;
}

const FILTERS = {
  terminal: { label: "Terminal", facet: "terminals", none: "No terminal" },
  line: { label: "Line", facet: "lines", none: "No line" },
  customer: {
    label: "Customer",
    facet: "customers",
    none: "No customer",
    hint: "Search or enter a customer",
  },
  vessel: { label: "Vessel", facet: "vessels", none: "No vessel" },
  carrier: { label: "Dray carrier", facet: "carriers", none: "No carrier" },
  port: { label: "Port of discharge", facet: "ports" },
  status: { label: "Status", facet: "statuses" },
  ready: { label: "Ready", values: READINESS_LABELS },
  hold: { label: "Hold", facet: "holds" },
  appointment: {
    label: "Appointment",
    values: {
      with: "booked",
      without: "none booked",
      today: "today (terminal time)",
      passed: "missed, not gated out",
    },
  },
  plannedPickup: {
    label: "Planned pickup",
    values: {
      with: "planned",
      without: "not planned",
      today: "today (local time)",
      passed: "time passed, not gated out",
    },
  },
  plannedDelivery: {
    label: "Planned delivery",
    values: { with: "planned", without: "not planned", today: "today (local time)" },
  },
  plannedReturn: {
    label: "Planned return",
    values: {
      with: "planned",
      without: "not planned",
      today: "today (local time)",
      passed: "time passed, not returned",
    },
  },
  driver: { label: "Driver", facet: "drivers", none: "No driver" },
  workOrder: {
    label: "Work order",
    values: {
      sent: "sent",
      accepted: "accepted",
      declined: "declined",
      changed: "changed",
      expired: "expired",
      without: "none",
    },
  },
  followUp: {
    label: "Follow-up",
    values: { with: "open", due: "due", without: "none" },
  },
  followUpOwner: { label: "Follow-up with", facet: "followUpOwners" },
  tag: { label: "Tag", facet: "tags", hint: "Search or enter a tag" },
  reference: { label: "Reference", hint: "Enter a full reference" },
  field: { label: "Custom field", facet: "fields", hint: "Search, or name=…, name>=10, name:none" },
  stale: {
    label: "Last checked",
    values: { aging: "6 to 24h ago", stale: "over 24h ago", fresh: "under 6h ago" },
  },
} as const satisfies Record<string, BoardFilter>;

/** A filter that takes one or more values. */
export type ChoiceId = keyof typeof FILTERS;

type Definition = (typeof FILTERS)[ChoiceId];
/** A member of the facets response. */
export type FacetId = Extract<Definition, { facet: string }>["facet"];

const isChoiceId = (text: string): text is ChoiceId => Object.hasOwn(FILTERS, text);

/** The filters in the order of their chips. */
export const CHOICES: readonly ChoiceId[] = Object.keys(FILTERS).filter(isChoiceId);

type FilterOf = Omit<BoardFilter, "facet"> & { facet?: FacetId };

/** The definition of a filter. */
export const boardFilter = (id: ChoiceId): FilterOf => FILTERS[id];

/** The facets of all filters. */
export const FACET_IDS: readonly FacetId[] = CHOICES.flatMap((id) => boardFilter(id).facet ?? []);

/** A record with a value for each id. */
export const recordOf = <Id extends string, T>(ids: readonly Id[], make: (id: Id) => T): Record<Id, T> =>
  Object.fromEntries(ids.map((id) => [id, make(id)])) as Record<Id, T>;

export const CHOICE_LABELS: Readonly<Record<ChoiceId, string>> = recordOf(CHOICES, (id) => FILTERS[id].label);

/** The value of a filter for containers without one. */
export const NONE = "none";
