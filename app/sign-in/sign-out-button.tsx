import { Button } from "@/components/ui/button";

/**
 * Ends the session. A plain form, so that leaving loads the sign-in page anew and nothing read while signed in stays
 * in the browser's memory.
 */
export function SignOutButton({ className }: { className?: string }) {
  return (
    <form method="post" action="/api/auth/sign-out">
      <Button type="submit" className={className}>
        Sign out
      </Button>
    </form>
  );
}
