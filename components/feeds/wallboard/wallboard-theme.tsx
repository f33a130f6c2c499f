"use client";

import { useLayoutEffect } from "react";

/** Has the page around it follow: a screen goes by its address and not by the machine it hangs on. */
export function WallTheme({ light }: { light: boolean }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = light ? "light" : "dark";
    return () => {
      delete dataset.theme;
    };
  }, [light]);
  return null;
}
