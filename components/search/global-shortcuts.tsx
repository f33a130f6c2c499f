"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { useKeys } from "@/components/keyboard/use-shortcuts";

const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });
const KeyList = dynamic(
  () => import("@/components/keyboard/shortcut-list").then((module) => module.KeyList),
  {
    ssr: false,
  },
);

type Opened = "palette" | "keys" | null;

/**
 * The dialogs with global shortcuts: the palette and the shortcut list of the page. Their script loads on first use.
 */
export function DashboardKeys() {
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  useKeys({
    palette: () => setOpened((now) => (now === "palette" ? null : "palette")),
    keys: () => setOpened("keys"),
  });
  if (opened === "palette") return <Palette onClose={close} />;
  if (opened === "keys") return <KeyList onClose={close} />;
  return null;
}
