"use client";

import { currentUser } from "@/components/preferences/signed-in-user";
import { liveFeed } from "@/components/realtime/feed";
import { Button } from "@/components/ui/button";

function endHere(): void {
  currentUser.end();
  liveFeed.signOut();
}

/**
 * Ends the session. It is a plain form: the sign-in page loads again, and no data read while signed in, and no unsaved
 * text, remains in the browser.
 */
export function SignOutButton() {
  return (
    <form method="post" action="/api/auth/sign-out" onSubmit={endHere}>
      <Button type="submit">Sign out</Button>
    </form>
  );
}
