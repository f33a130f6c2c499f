import { Button } from "@/components/ui/button";

/**
 * Ends the session. It is a plain form: the sign-in page loads again, and no data read while signed in remains in
 * browser memory.
 */
export function SignOutButton() {
  return (
    <form method="post" action="/api/auth/sign-out">
      <Button type="submit">Sign out</Button>
    </form>
  );
}
