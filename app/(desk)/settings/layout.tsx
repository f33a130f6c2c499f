import type { ReactNode } from "react";
import { SettingsFrame } from "@/components/settings/settings-frame";

/** The frame of the settings. It guards nothing: each page and action checks the session itself. */
export default function SettingsLayout({ children }: { children: ReactNode }) {
  return <SettingsFrame>{children}</SettingsFrame>;
}
