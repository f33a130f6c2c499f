import { PasswordCard } from "@/components/account/password-card";
import { type SecondFactorActions, SecondFactorCard } from "@/components/account/second-factor-card";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { ClockStart } from "@/components/time/clock";
import type { FormAction } from "@/components/ui/forms/form-state";
import type { ChangeChoice } from "@/lib/features/board/rules/change-kinds";
import type { Preferences } from "@/lib/features/preferences/rules";
import { ChangeChoices, type SaveChangeChoice } from "./change-choices";
import { PreferenceChoices } from "./preference-choices";

/** Settings → My account: how the dashboard looks for whoever sits here, their password and second factor. `now` is the present instant, epoch ms. */
export function YouView({
  name,
  email,
  preferences,
  changes,
  saveChanges,
  changePassword,
  secondFactor,
  now,
}: {
  name: string;
  email: string;
  preferences: Preferences;
  /** The changes that mark a container for the user. */
  changes: ChangeChoice;
  saveChanges: SaveChangeChoice;
  changePassword: FormAction;
  secondFactor: { on: boolean; available: boolean; actions: SecondFactorActions };
  now: number;
}) {
  return (
    <ClockStart at={now}>
      <SettingsIntro title="My account" stale={false}>
        Display and sign-in settings for <span className="[overflow-wrap:anywhere]">{name}</span>, on every
        device you sign in on. These settings apply only to you.
      </SettingsIntro>
      <PreferenceChoices preferences={preferences} />
      <ChangeChoices choice={changes} save={saveChanges} />
      <PasswordCard email={email} action={changePassword} />
      <SecondFactorCard {...secondFactor} />
    </ClockStart>
  );
}
