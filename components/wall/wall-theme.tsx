"use client";

import { useLayoutEffect } from "react";

/** The class of what fills a screen, so that it is dark, or light, as it is first painted. */
export const wallScheme = (light: boolean): string => (light ? "scheme-light" : "scheme-dark");

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
