import { Button } from "@/components/ui/button";

/** Below a form that can be left: what it does, what it says meanwhile, and the way out. */
export function FormButtons({
  label,
  pendingText,
  pending,
  look = "main",
  onLeave,
}: {
  label: string;
  pendingText: string;
  pending: boolean;
  look?: "main" | "danger";
  onLeave: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" look={look} disabled={pending} aria-busy={pending}>
        {pending ? pendingText : label}
      </Button>
      <Button look="quiet" onClick={onLeave}>
        Leave it
      </Button>
    </div>
  );
}
