import { FindView } from "@/components/find/find-view";
import { Palette } from "@/components/search/palette";
import { SearchContainer } from "@/components/shell/search-field";
import type { Section } from "@/e2e/gallery/support/section";
import { appears, paste, userEvent } from "@/e2e/gallery/support/user";
import type { SearchMatch } from "@/lib/features/search/rules";

const match = (change: Pick<SearchMatch, "kind" | "name"> & Partial<SearchMatch>): SearchMatch => ({
  id: change.name,
  note: "",
  address: "",
  containers: null,
  ...change,
});

/** Results of every kind, in the order of the search. */
const MATCHES: SearchMatch[] = [
  match({ kind: "customer", name: "Everest Foods", containers: 214 }),
  match({ kind: "vessel", name: "EVER GIVEN", containers: 1_204 }),
  match({ kind: "vessel", name: "EVER ACE", containers: 1 }),
  match({ kind: "terminal", name: "Everport", containers: 87 }),
  match({ kind: "carrier", id: "p-1", name: "Evergreen Drayage", note: "EVD", containers: 12 }),
  match({ kind: "line", id: "EGLV", name: "Evergreen", note: "EGLV", containers: 1_530 }),
  match({ kind: "party", id: "p-2", name: "Everyday Haulage", containers: 0 }),
  match({
    kind: "note",
    id: "c-1",
    name: "MSKU4807969",
    note: "… broker says the seal on every one of the pallets has to be checked before delivery …",
  }),
];

const report = {
  json: {
    requestedCount: 3,
    found: 2,
    missing: ["OOLU6213464"],
    unreadable: [],
    unreadableCount: 0,
    lines: 3,
  },
};
const COLUMN = "MSKU4807969\nTCLU6718152\nOOLU6213464";

export const sections: Section[] = [
  {
    id: "search/palette-names",
    width: 760,
    height: 560,
    routes: { "/api/find": { json: { matches: MATCHES } } },
    render: () => <Palette onClose={() => undefined} />,
    play: async () => {
      await userEvent.type("Number, name, note, page or action", "ever");
      await appears('[role=group][aria-label="Vessels"]');
    },
  },
  {
    id: "search/palette-pasted",
    width: 760,
    height: 560,
    routes: { "/api/board/numbers": report },
    render: () => <Palette onClose={() => undefined} />,
    play: async () => {
      await userEvent.click("Number, name, note, page or action");
      paste(COLUMN);
      await appears('[role=group][aria-label="Pasted numbers"]');
    },
  },
  {
    id: "search/field-pasted",
    width: 375,
    height: 220,
    routes: { "/api/board/numbers": report },
    render: () => <SearchContainer />,
    play: async () => {
      await userEvent.click("Find: Number, reference, name or note");
      paste(COLUMN);
      await appears('[aria-label="Pasted numbers"] a');
    },
  },
  {
    id: "search/find",
    width: 760,
    address: "/find?q=ever",
    render: () => (
      <FindView
        asked="ever"
        matches={[
          { page: "shipment", id: "s-1", number: "EGLV143EVER551", line: "Evergreen", containers: 3 },
          { page: "shipment", id: "s-2", number: "EGLV143EVER552", line: "Evergreen", containers: 1 },
        ]}
        more={false}
        others={MATCHES}
      />
    ),
  },
  {
    id: "search/find-nothing",
    width: 375,
    address: "/find?q=everglow",
    render: () => <FindView asked="everglow" matches={[]} more={false} others={[]} />,
  },
];
