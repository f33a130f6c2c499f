"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { MakeShare } from "./share-data";

const Make = createContext<MakeShare | null>(null);

/** Lets what stands inside make share links; null for who may not. */
export function ShareProvider({ make, children }: { make: MakeShare | null; children: ReactNode }) {
  return <Make value={make}>{children}</Make>;
}

/** How links are made here; null for who may not. */
export const useMakeShare = (): MakeShare | null => useContext(Make);
