import type { ReactNode } from "react";
import type { Role } from "@/lib/auth/access/roles";
import type { Routes } from "./api";

export type Theme = "light" | "dark";

/** One entry of the gallery: a component in one or several states. */
export type Section = {
  /** Folder and name, for example "board/table". Names its picture too. */
  id: string;
  /** The width of the window in px. */
  width?: number;
  /** The height of the window in px. Needed where something is placed in the window; otherwise the content's. */
  height?: number;
  /** The themes in which it is judged. Both by default. */
  themes?: readonly Theme[];
  /** The user's role. An administrator by default. */
  role?: Role;
  /** The address of the page. */
  address?: string;
  /** The responses of the dashboard. */
  routes?: Routes;
  render: () => ReactNode;
  /** Brings the section into its state after the first render, for example opens a list. */
  play?: (root: HTMLElement) => Promise<void> | void;
};

export const WIDE = 1120;
export const PHONE = 375;
