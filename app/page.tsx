import { redirect } from "next/navigation";
import { findSession } from "@/lib/auth/sign-in/current-session";
import { HOME_PATH, homePathOf } from "@/lib/auth/sign-in/return-path";

// Nothing is shown: it only leads on.
export const instant = false;

/** Leads to where whoever is signed in begins. */
export default async function HomePage() {
  const session = await findSession();
  redirect(session ? homePathOf(session.role) : HOME_PATH);
}
