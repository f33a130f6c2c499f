"use client";

import { useLayoutEffect } from "react";

/** Applies the theme to the surrounding page. The theme of a wallboard depends on its address, not on the device. */
export function WallboardTheme({ light }: { light: boolean }) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset.theme = light ? "light" : "dark";
    return () => {
      delete dataset.theme;
    };
  }, [light]);
  return null;
}
