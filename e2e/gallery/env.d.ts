/** What Vite adds to modules of the gallery. */
interface ImportMetaEnv {
  /** "update" stores pictures as baselines, "short" takes none, "whole" compares them. */
  readonly VITE_GALLERY?: string;
}

interface ImportMeta {
  readonly hot?: { accept: () => void; dispose: (leave: () => void) => void };
}
