"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { classNames } from "@/components/ui/class-names";
import { THEME_LABELS, THEMES, type Theme } from "@/lib/features/preferences/rules";
import { choosePreference } from "./save-preference";
import { currentUser } from "./signed-in-user";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;

/** Light, dark or system theme, saved for the user. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(
    currentUser.subscribe,
    () => currentUser.snapshot()?.theme ?? currentUser.copiedTheme(),
    () => "system",
  );
  // The sidebar and the phone menu each contain a switch. Radio buttons with the same name would exclude each other.
  const group = useId();

  return (
    <fieldset className="inline-flex self-start rounded-chip border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((each) => {
        const Icon = ICONS[each];
        return (
          <label
            key={each}
            title={THEME_LABELS[each]}
            className={classNames(
              "inline-flex size-6 cursor-pointer items-center justify-center rounded-tag max-md:size-9",
              "has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-accent",
              theme === each ? "bg-accent-soft text-accent" : "text-ink-3 hover:text-ink",
            )}
          >
            <input
              type="radio"
              name={group}
              value={each}
              checked={theme === each}
              onChange={() => choosePreference({ theme: each })}
              className="sr-only"
            />
            <Icon aria-hidden size={14} />
            <span className="sr-only">{THEME_LABELS[each]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
