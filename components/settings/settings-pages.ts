/** The pages of the settings, in the order of their navigation, and the right to read each: a page is added by one line. */
export const SETTINGS_PAGES = [
  { slug: "connection", label: "Connection", group: "Tracking service", right: "administer" },
  { slug: "webhooks", label: "Webhooks", group: "Tracking service", right: "administer" },
  { slug: "plan", label: "Plan and limits", group: "Tracking service", right: "desk" },
  { slug: "requests", label: "Requests", group: "Tracking service", right: "desk" },
  { slug: "inbox", label: "Inbox", group: "Tracking service", right: "desk" },
  { slug: "reconciliation", label: "Reconciliation", group: "Tracking service", right: "desk" },
  { slug: "custom-fields", label: "Custom fields", group: "Desk", right: "desk" },
  { slug: "line-terms", label: "Line terms", group: "Desk", right: "desk" },
  { slug: "terminal-hours", label: "Terminal hours", group: "Desk", right: "desk" },
  { slug: "shared-links", label: "Shared links", group: "Desk", right: "share" },
  { slug: "embeds", label: "Embeds", group: "Desk", right: "share" },
  { slug: "people", label: "People", group: "Desk", right: "administer" },
  { slug: "feeds", label: "Feeds and screens", group: "Desk", right: "share" },
  { slug: "audit", label: "Activity", group: "Desk", right: "administer" },
  { slug: "you", label: "You", group: "You", right: "desk" },
] as const;

export type SettingsSlug = (typeof SETTINGS_PAGES)[number]["slug"];

export const settingsHref = (slug: SettingsSlug) => `/settings/${slug}`;
