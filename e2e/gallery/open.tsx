import "./support/fixed-time";
import { createRoot, type Root } from "react-dom/client";
import { SECTIONS } from "./sections";
import { type Section, WIDE } from "./support/section";
import { show } from "./support/stage";

const params = new URLSearchParams(window.location.search);
const shownId = params.get("section");
const theme = params.get("theme") === "dark" ? "dark" : "light";

const addressOf = (section: string, shownIn: string) =>
  `?${new URLSearchParams({ section, theme: shownIn })}`;

/** One section in a frame of its own window size, which its layout depends on. */
function Framed({ section }: { section: Section }) {
  return (
    <section className="mb-6" id={section.id}>
      <h2 className="mb-1 font-[560]">
        <a href={addressOf(section.id, theme)} className="hover:underline">
          {section.id}
        </a>
        {section.role && <span className="text-ink-3"> · {section.role}</span>}
      </h2>
      <iframe
        title={section.id}
        loading="lazy"
        src={addressOf(section.id, theme)}
        className="rounded-card border border-line-strong"
        style={{ width: section.width ?? WIDE, height: section.height ?? 200, maxWidth: "100%" }}
        onLoad={({ currentTarget: frame }) => {
          const body = frame.contentDocument?.body;
          if (!body || section.height !== undefined) return;
          new ResizeObserver(() => {
            frame.style.height = `${body.scrollHeight + 2}px`;
          }).observe(body);
        }}
      />
    </section>
  );
}

/** All sections of a folder, in one theme. */
function Overview() {
  const folders = [...new Set(SECTIONS.map(({ id }) => id.split("/")[0] ?? id))];
  const folder = params.get("folder") ?? folders[0] ?? "";
  return (
    <div className="grid grid-cols-[10rem_minmax(0,1fr)] gap-6 p-4">
      <nav aria-label="Sections" className="sticky top-4 flex flex-col gap-1 self-start">
        {folders.map((each) => (
          <a
            key={each}
            href={`?${new URLSearchParams({ folder: each, theme })}`}
            aria-current={each === folder ? "page" : undefined}
            className={each === folder ? "font-[580]" : "text-ink-2"}
          >
            {each}
          </a>
        ))}
        <a
          href={`?${new URLSearchParams({ folder, theme: theme === "dark" ? "light" : "dark" })}`}
          className="mt-3 text-accent"
        >
          {theme === "dark" ? "Light" : "Dark"}
        </a>
      </nav>
      <main>
        {SECTIONS.filter(({ id }) => id.startsWith(`${folder}/`)).map((section) => (
          <Framed key={section.id} section={section} />
        ))}
      </main>
    </div>
  );
}

document.documentElement.dataset.theme = theme;
let overview: Root | null = null;
let leave = () => undefined as unknown;
const section = SECTIONS.find(({ id }) => id === shownId);
if (section) {
  // The section changes the address of its frame, so a reload is sent back to the gallery's page.
  const address = window.location.href;
  window.addEventListener("pagehide", () => window.history.replaceState(null, "", address));
  const shown = show(section.render(), section);
  leave = shown.leave;
  setTimeout(() => void section.play?.(shown.root), 100);
} else {
  const element = document.createElement("div");
  document.body.append(element);
  overview = createRoot(element);
  overview.render(<Overview />);
  leave = () => {
    overview?.unmount();
    element.remove();
  };
}

// A changed component is shown in its frames without a reload of the whole page.
import.meta.hot?.accept();
import.meta.hot?.dispose(() => void leave());
