import { expect, it } from "vitest";
import { byEmail, type DocumentRecord } from "./document";

const document = (id: string, email: string | null): DocumentRecord => ({
  ...{ id, name: id, kind: null, status: null, createdAt: null, type: null, bytes: null, failedReason: null },
  email: email === null ? null : { id: email, subject: null, from: null, sentAt: null },
  links: [],
});

it("groups the documents of one email, and keeps the order of the others", () => {
  const all = [document("a", null), document("b", "m-1"), document("c", null), document("d", "m-1")];
  expect(byEmail(all).map((group) => [group.email?.id ?? null, group.documents.map(({ id }) => id)])).toEqual(
    [
      [null, ["a"]],
      ["m-1", ["b", "d"]],
      [null, ["c"]],
    ],
  );
});
