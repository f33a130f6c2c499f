/** The settings pages in navigation order, with the right required to read each. One entry adds a page. */
export const SETTINGS_PAGES = [
  { slug: "connection", label: "Connection", group: "Tracking service", right: "administer" },
  { slug: "webhooks", label: "Webhooks", group: "Tracking service", right: "administer" },
  { slug: "plan", label: "Plan and limits", group: "Tracking service", right: "dashboard" },
  { slug: "requests", label: "API usage", group: "Tracking service", right: "dashboard" },
  { slug: "inbox", label: "Webhook inbox", group: "Tracking service", right: "dashboard" },
  { slug: "reconciliation", label: "Sync", group: "Tracking service", right: "dashboard" },
  { slug: "custom-fields", label: "Custom fields", group: "Dashboard", right: "dashboard" },
  { slug: "line-terms", label: "Per diem terms", group: "Dashboard", right: "dashboard" },
  { slug: "terminal-hours", label: "Terminal hours", group: "Dashboard", right: "dashboard" },
  { slug: "company", label: "Company", group: "Dashboard", right: "administer" },
  { slug: "shared-links", label: "Shared links", group: "Dashboard", right: "share" },
  { slug: "embeds", label: "Embeds", group: "Dashboard", right: "share" },
  { slug: "people", label: "Users", group: "Dashboard", right: "administer" },
  { slug: "feeds", label: "Feeds and wallboards", group: "Dashboard", right: "share" },
  { slug: "audit", label: "Audit log", group: "Dashboard", right: "administer" },
  { slug: "data", label: "Data", group: "Dashboard", right: "administer" },
  { slug: "system", label: "System", group: "Dashboard", right: "administer" },
  { slug: "you", label: "My account", group: "Account", right: "dashboard" },
] as const;

export type SettingsSlug = (typeof SETTINGS_PAGES)[number]["slug"];

export const settingsHref = (slug: SettingsSlug) => `/settings/${slug}`;
