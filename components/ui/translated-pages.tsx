"use client";

import { useEffect } from "react";
import { keepTranslatedText } from "./translated-text";

/** Lets the browser translate the pages: live changes are shown there too. */
export function TranslatedPages() {
  useEffect(() => keepTranslatedText(document.body), []);
  return null;
}
