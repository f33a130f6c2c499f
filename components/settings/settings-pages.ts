/** The pages of the settings, in the order of their navigation: a page is added by one line. */
export const SETTINGS_PAGES = [
  { slug: "connection", label: "Connection", group: "Tracking service" },
  { slug: "webhooks", label: "Webhooks", group: "Tracking service" },
  { slug: "plan", label: "Plan and limits", group: "Tracking service" },
  { slug: "requests", label: "Requests", group: "Tracking service" },
  { slug: "inbox", label: "Inbox", group: "Tracking service" },
  { slug: "reconciliation", label: "Reconciliation", group: "Tracking service" },
  { slug: "custom-fields", label: "Custom fields", group: "Desk" },
  { slug: "line-terms", label: "Line terms", group: "Desk" },
  { slug: "terminal-hours", label: "Terminal hours", group: "Desk" },
  { slug: "you", label: "You", group: "You" },
] as const;

export type SettingsSlug = (typeof SETTINGS_PAGES)[number]["slug"];

export const settingsHref = (slug: SettingsSlug) => `/settings/${slug}`;
