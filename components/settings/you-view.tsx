import { ClockStart } from "@/components/live/clock";
import type { Preferences } from "@/lib/dispatch/preferences";
import { PreferenceChoices } from "./preference-choices";
import { SettingsIntro } from "./settings-intro";

/** Settings → You: how the desk looks for whoever sits here. `now` is the present instant, epoch ms. */
export function YouView({ name, preferences, now }: { name: string; preferences: Preferences; now: number }) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="You" stale={false}>
        How the desk looks for <span className="[overflow-wrap:anywhere]">{name}</span>, on every screen you
        sign in at. Nobody else’s desk changes.
      </SettingsIntro>
      <PreferenceChoices preferences={preferences} />
    </ClockStart>
  );
}
