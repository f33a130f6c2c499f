import { classNames } from "@/components/ui/class-names";
import { wallScheme } from "./color-scheme";
import { WallTheme } from "./wallboard-theme";

/** A wallboard without content, with the reason. */
export function WallEnded({ words, light }: { words: string; light: boolean }) {
  return (
    <main
      className={classNames("grid min-h-dvh place-items-center bg-paper p-8 text-ink", wallScheme(light))}
    >
      <WallTheme light={light} />
      <p role="status" className="max-w-[40ch] text-center text-verdict">
        {words}
      </p>
    </main>
  );
}
