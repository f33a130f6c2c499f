import { Children, createElement, isValidElement } from "react";
import { renderToString } from "react-dom/server";
import { expect, it } from "vitest";
import { Release } from "@/components/board/table/readiness-cell";
import { Button } from "./button";
import { withKeys } from "./with-keys";

it("gives items with the same text keys of their own", () => {
  const keys = withKeys(["other", "customs", "other"], (name) => name).map(({ key }) => key);
  expect(keys).toEqual(["other 1", "customs 1", "other 2"]);
});

it("gives two holds of the same name keys of their own on the board", () => {
  const hold = { name: "other", status: "hold" as const, description: null };
  const row = { readiness: { state: "held" as const, label: "Held", reasons: [] }, holds: [hold, hold] };
  const tags = Children.toArray(Release({ row }).props.children).filter(isValidElement);
  expect(tags).toHaveLength(2);
  expect(new Set(tags.map(({ key }) => key)).size).toBe(2);
});

it("renders a button that needs the script disabled on the server, and a submit button enabled", () => {
  expect(renderToString(createElement(Button, { onClick: () => {} }, "New API token"))).toContain("disabled");
  expect(renderToString(createElement(Button, { type: "submit" }, "Save"))).not.toContain('disabled=""');
});
