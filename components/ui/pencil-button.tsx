import { Pencil } from "lucide-react";
import { classNames } from "./class-names";

/** A button with a pencil that opens a form. `open` is set where the button stays next to the open form. */
export function PencilButton({
  label,
  title = label,
  open,
  className = "",
  onClick,
}: {
  label: string;
  title?: string;
  open?: boolean;
  className?: string;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      aria-expanded={open}
      aria-label={label}
      title={title}
      className={classNames(
        "inline-flex size-6 items-center justify-center rounded-tag text-ink-3 hover:bg-accent-soft hover:text-ink",
        className,
      )}
      onClick={onClick}
    >
      <Pencil aria-hidden size={13} />
    </button>
  );
}
