/** An instant at which the browser tests begin. All programs of the run, and the browser, have its clock. */
export interface Moment {
  name: string;
  at: string;
}

/** Chosen where days, weeks, years and offsets change in one zone of the terminals and not yet in another. */
export const MOMENTS: readonly Moment[] = [
  // 8:00 PM in Chicago. In UTC the new year has begun.
  { name: "year-end", at: "2027-01-01T02:00:00Z" },
  // 11:30 PM in Chicago, Sunday in New York, where the clocks go forward in two hours.
  { name: "saturday-night", at: "2027-03-14T05:30:00Z" },
  // 6:00 AM in Chicago, on the day after that.
  { name: "monday-morning", at: "2027-03-15T11:00:00Z" },
  // Labor Day, 10:00 AM in Chicago. The gates are closed.
  { name: "port-holiday", at: "2027-09-06T15:00:00Z" },
  // Saturday, 2:00 PM in Chicago.
  { name: "before-clocks-go-back", at: "2027-11-06T19:00:00Z" },
  // Monday, 9:00 AM in Chicago.
  { name: "after-clocks-go-back", at: "2027-11-08T15:00:00Z" },
];
