import { redirect } from "next/navigation";
import { SETTINGS_PAGES, settingsHref } from "@/components/settings/settings-pages";

/** The settings open with their first page. */
export default function SettingsPage(): never {
  redirect(settingsHref(SETTINGS_PAGES[0].slug));
}
