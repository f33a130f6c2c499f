"use client";

import { Monitor, Moon, Sun } from "lucide-react";
import { useId, useSyncExternalStore } from "react";
import { classNames } from "@/components/ui/class-names";
import { isTheme, THEME_KEY, THEMES, type Theme } from "./theme";

const ICONS = { system: Monitor, light: Sun, dark: Moon } as const;
const LABELS: Record<Theme, string> = { system: "As the system", light: "Light", dark: "Dark" };

const listeners = new Set<() => void>();

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    return isTheme(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

function applyTheme(theme: Theme): void {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

function chooseTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // A browser that keeps nothing still shows the choice until the page is left.
  }
  applyTheme(theme);
  for (const listener of listeners) listener();
}

/** A choice made in another tab is taken over. The first paint is the work of the page's own script. */
function subscribe(listener: () => void): () => void {
  const followOtherTab = () => {
    applyTheme(readTheme());
    listener();
  };
  listeners.add(listener);
  window.addEventListener("storage", followOtherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", followOtherTab);
  };
}

/** Light, dark or as the system; kept in this browser. */
export function ThemeSwitch() {
  const theme = useSyncExternalStore<Theme>(subscribe, readTheme, () => "system");
  // The side and the phone's menu each hold a switch: radios of one name would rule each other out.
  const group = useId();

  return (
    <fieldset className="inline-flex self-start rounded-chip border border-line bg-surface p-0.5">
      <legend className="sr-only">Theme</legend>
      {THEMES.map((each) => {
        const Icon = ICONS[each];
        return (
          <label
            key={each}
            title={LABELS[each]}
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
              onChange={() => chooseTheme(each)}
              className="sr-only"
            />
            <Icon aria-hidden size={14} />
            <span className="sr-only">{LABELS[each]}</span>
          </label>
        );
      })}
    </fieldset>
  );
}
