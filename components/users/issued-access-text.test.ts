import { expect, it } from "vitest";
import { issuedText } from "./issued-access-text";

const none = { links: 0, embeds: 0, feeds: 0, invitations: 0 };

it.each([
  [{}, null],
  [{ links: 1 }, "1 shared link"],
  [{ links: 2, embeds: 1 }, "2 shared links and 1 embed"],
  [
    { links: 1_200, embeds: 2, feeds: 3, invitations: 1 },
    "1,200 shared links, 2 embeds, 3 calendars, wallboards and tokens and 1 invitation",
  ],
])("describes %j as %j", (input, text) => {
  expect(issuedText({ ...none, ...input })).toBe(text);
});
