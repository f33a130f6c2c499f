import { expect, it } from "vitest";
import { askableNumber, requestTypeOf } from "./number-inference";

it.each([
  ["msku 907032-3", "MSKU9070323"],
  ["MEDUAB123456", "MEDUAB123456"],
  ["221876618", "221876618"],
])("requests %s once it can be complete", (typed, number) => expect(askableNumber(typed)).toBe(number));

it.each([
  ["", "nothing"],
  ["MSKU", "a beginning"],
  ["MSKU90703", "a container's number that is not whole"],
  ["MSKU9070324", "a check digit that is known to be wrong"],
  ["HELLOWORLD", "a text without a digit"],
  ["12345", "too short a number"],
  ["1".repeat(36), "too long a number"],
])("does not request %j: %s", (typed) => expect(askableNumber(typed)).toBeNull());

it("reads only the number types of the interface", () => {
  expect(
    ["container", "bill_of_lading", "booking", "booking_number", "parcel", null].map(requestTypeOf),
  ).toEqual(["container", "bill_of_lading", "booking_number", "booking_number", null, null]);
});
