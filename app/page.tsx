import { redirect } from "next/navigation";
import { findSession } from "@/lib/auth/sign-in/current-session";
import { HOME_PATH, homePathOf } from "@/lib/auth/sign-in/return-path";

// Renders nothing and only redirects.
export const instant = false;

/** Redirects the signed-in user to the start page of their role. */
export default async function HomePage() {
  const session = await findSession();
  redirect(session ? homePathOf(session.role) : HOME_PATH);
}
