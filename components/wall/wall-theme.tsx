"use client";

import { useLayoutEffect } from "react";

/** Has the whole page dark, or light: a screen follows its address and not the machine it hangs on. */
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
