import { classNames } from "@/components/ui/class-names";
import { wallboardScheme } from "./color-scheme";
import { WallboardTheme } from "./wallboard-theme";

/** A wallboard without content, with the reason. */
export function WallboardEnded({ text, light }: { text: string; light: boolean }) {
  return (
    <main
      className={classNames(
        "grid min-h-dvh place-items-center bg-paper p-8 text-ink",
        wallboardScheme(light),
      )}
    >
      <WallboardTheme light={light} />
      <p role="status" className="max-w-[40ch] text-center text-verdict">
        {text}
      </p>
    </main>
  );
}
