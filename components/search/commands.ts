import { liveKeys } from "@/components/keyboard/shortcut-registry";
import { keyOf } from "@/components/keyboard/shortcuts";
import { choosePreference } from "@/components/preferences/save-preference";
import { isSidebarNarrow, toggleSidebar } from "@/components/preferences/sidebar";
import { currentUser } from "@/components/preferences/signed-in-user";
import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";
import { QUEUES } from "@/lib/domain/board-row/queues";
import {
  DENSITIES,
  DENSITY_LABELS,
  THEME_LABELS,
  THEMES,
  ZONE_SHOW_LABELS,
  ZONE_SHOWS,
} from "@/lib/features/preferences/rules";

/** An action of the palette. `href` is a page to open instead. */
export type Command = {
  id: string;
  group: string;
  name: string;
  note: string;
  key: string | null;
} & ({ href: string } | { run: () => void });

const PAGES: readonly [string, string][] = [
  ["/board", "Board"],
  ["/plan", "Day plan"],
  ["/changed", "Changed for me"],
  ["/follow-ups", "Follow-ups"],
  ["/shipments", "Shipments"],
  ["/track", "Track a container"],
  ["/track/list", "Track a list of numbers"],
  ["/parties", "Parties"],
  ["/home", "Home"],
  ["/reports", "Reports"],
  ["/help", "Help"],
];

/** Ends the session as the sign-out button does: the sign-in page loads again. */
function signOut(): void {
  currentUser.end();
  const form = document.createElement("form");
  form.method = "post";
  form.action = "/api/auth/sign-out";
  document.body.append(form);
  form.submit();
}

/** Whether the signed-in user has a right. */
type May = (right: string) => boolean;

const page = (href: string, name: string, note = ""): Command => ({
  id: `page ${href}`,
  group: "Go to",
  name,
  note,
  key: null,
  href,
});

const choice = (name: string, note: string, run: () => void): Command => ({
  id: `choice ${name}`,
  group: "Display",
  name,
  note,
  key: null,
  run,
});

function pages(may: May): Command[] {
  const queues = QUEUES.filter(({ id }) => id !== "all");
  return [
    ...PAGES.filter(([href]) => !href.startsWith("/track/") || may("dispatch")).map(([href, name]) =>
      page(href, name),
    ),
    ...queues.map(({ id, label }) => page(`/board?queue=${id}`, label, "board queue")),
    ...SETTINGS_PAGES.filter(({ right }) => may(right)).map(({ slug, label }) =>
      page(settingsHref(slug), label, "settings"),
    ),
    ...(may("administer")
      ? [{ ...page(settingsHref("people"), "Invite a user", "settings"), id: "invite" }]
      : []),
  ];
}

function choices(): Command[] {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return [
    choice(isSidebarNarrow() ? "Expand sidebar" : "Collapse sidebar", "", toggleSidebar),
    ...THEMES.map((theme) =>
      choice(`Theme: ${THEME_LABELS[theme].toLowerCase()}`, "", () => void choosePreference({ theme })),
    ),
    ...DENSITIES.map((density) =>
      choice(`Rows: ${DENSITY_LABELS[density].toLowerCase()}`, "", () => void choosePreference({ density })),
    ),
    ...ZONE_SHOWS.map((zones) =>
      choice(
        `Time zone: ${ZONE_SHOW_LABELS[zones].toLowerCase()}`,
        zones === "mine" ? zone : "",
        () => void choosePreference(zones === "mine" ? { zones, zone } : { zones }),
      ),
    ),
  ];
}

/** The shortcut actions that are available on this page. */
function actions(): Command[] {
  return liveKeys
    .snapshot()
    .filter((id) => keyOf(id).offered)
    .map((id) => ({
      id: `key ${id}`,
      group: "This page",
      name: keyOf(id).label,
      note: "",
      key: keyOf(id).keys[0] ?? null,
      run: () => void liveKeys.press(id),
    }));
}

/** All palette commands on this page for a user with these rights, without a request to the server. */
export const commandsHere = (may: May): Command[] => [
  ...actions(),
  ...pages(may),
  ...choices(),
  { id: "sign out", group: "Account", name: "Sign out", note: "", key: null, run: signOut },
];

/** The commands that contain, for every typed word, a word that starts with it. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
  return commands.filter(({ name, note, group }) => {
    const message = `${name} ${note} ${group}`.toLowerCase().split(/[\s:,]+/);
    return wanted.every((part) => message.some((word) => word.startsWith(part)));
  });
}
