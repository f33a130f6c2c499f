"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { MakeShare } from "./share-data";

const Make = createContext<MakeShare | null>(null);

/** Enables its children to create share links. Null for a user without the right. */
export function ShareProvider({ create: make, children }: { create: MakeShare | null; children: ReactNode }) {
  return <Make value={make}>{children}</Make>;
}

/** The function that creates links. Null for a user without the right. */
export const useMakeShare = (): MakeShare | null => useContext(Make);
