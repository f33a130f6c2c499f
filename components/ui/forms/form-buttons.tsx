import { Button } from "@/components/ui/button";

/** The buttons below a form that can be canceled: submit, with its text while pending, and cancel. */
export function FormButtons({
  label,
  pendingText,
  pending,
  variant = "main",
  onLeave,
}: {
  label: string;
  pendingText: string;
  pending: boolean;
  variant?: "main" | "danger";
  onLeave: () => void;
}) {
  return (
    <div className="flex flex-wrap gap-2">
      <Button type="submit" variant={variant} disabled={pending} aria-busy={pending}>
        {pending ? pendingText : label}
      </Button>
      <Button variant="quiet" onClick={onLeave}>
        Cancel
      </Button>
    </div>
  );
}
