import { beforeEach, expect, it, vi } from "vitest";
import { lagWarning } from "./lag-warning";

const warn = vi.fn();
let wall = 0;
beforeEach(() => {
  warn.mockReset();
  wall = 0;
});

/** A simulation clock at a given speed, started at wall clock 0, with its lag warning. */
function subscribed(speed: number) {
  const now = () => new Date(wall * speed);
  const clock = { now, wallMsUntil: (at: Date) => (at.getTime() - wall * speed) / speed, speed };
  return lagWarning({ log: { warn }, clock, wallMs: () => wall });
}

it("warns of a lag with its duration in wall time and simulation time", () => {
  const look = subscribed(1_000);
  wall = 20_000;
  look(new Date(8_000 * 1_000));
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { speed: 1_000, lagSeconds: 12, worldLagSeconds: 12_000 },
    expect.stringContaining("SIM_SPEED"),
  );
});

it("warns once a minute", () => {
  const look = subscribed(1_000);
  for (wall = 10_000; wall < 190_000; wall += 1_000) look(new Date(0));
  expect(warn).toHaveBeenCalledTimes(3);
});

it("is silent without a lag, without open steps, or at wall speed", () => {
  wall = 60_000;
  const look = subscribed(1_000);
  look(new Date(57_000 * 1_000));
  look(new Date(90_000 * 1_000));
  look(null);
  subscribed(1)(new Date(0));
  expect(warn).not.toHaveBeenCalled();
});
