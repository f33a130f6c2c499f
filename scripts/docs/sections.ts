/** A part of the navigation: its title and the paths of its documents, in order. */
export type Section = { title: string; paths: readonly string[] };

/** The folder of the decisions, which have a page that lists them. */
export const DECISIONS = "docs/decisions";

/** The navigation. A document of `docs` that is in no section is in the last one, "Other documents". */
export const SECTIONS: readonly Section[] = [
  { title: "Start", paths: ["README.md", "docs/quick-start.md", "docs/using.md", "docs/glossary.md"] },
  {
    title: "Operate",
    paths: [
      "docs/operating.md",
      "docs/connect-live-service.md",
      "docs/reverse-proxy.md",
      "docs/single-sign-on.md",
      "docs/people.md",
      "docs/backup.md",
      "docs/upgrade.md",
      "docs/scaling.md",
      "docs/performance.md",
      "docs/security.md",
      "docs/troubleshooting.md",
    ],
  },
  { title: "Share", paths: ["docs/sharing.md", "docs/embedding.md", "docs/feeds.md"] },
  { title: "Interfaces", paths: ["docs/api.md", "docs/tracking-service.md"] },
  {
    title: "Develop",
    paths: ["docs/developing.md", "CONTRIBUTING.md", "ARCHITECTURE.md", "CHANGELOG.md"],
  },
];

/** Documents without which the site is not complete. Others of a section may be absent. */
export const REQUIRED: readonly string[] = SECTIONS.flatMap(({ paths }) => paths);

/** The sections of a site with these documents. Decisions are in none: their own page lists them. */
export function sectionsOf(paths: readonly string[]): Section[] {
  const present = new Set(paths);
  const listed = SECTIONS.map(({ title, paths: all }) => ({
    title,
    paths: all.filter((path) => present.has(path)),
  }));
  const known = new Set(REQUIRED);
  const others = paths.filter((path) => !known.has(path) && !path.startsWith(`${DECISIONS}/`)).sort();
  const all = others.length > 0 ? [...listed, { title: "Other documents", paths: others }] : listed;
  return all.filter((section) => section.paths.length > 0);
}
