"use client";

import { useCallback, useState } from "react";
import { CopyText } from "@/components/settings/fact-list";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import { FeedForm } from "./feed-form";
import { type FeedKind, type FeedsActions, KIND_LABELS } from "./feeds-data";

const KINDS = ["calendar", "wall", "api"] as const satisfies readonly FeedKind[];

const WHAT_NEXT: Record<FeedKind, string> = {
  calendar: "Add it to a calendar app as a subscription. Most apps refresh it once an hour.",
  wall: "Open it full screen in the office. No sign-in is needed, and it updates to new versions automatically.",
  api: "Send it with each request as Authorization: Bearer. Store it with your other secrets.",
};

type Given = { kind: FeedKind; label: string; secret: string };

const kindOf = (text: string | undefined): FeedKind | null => KINDS.find((kind) => kind === text) ?? null;

/** Creates a calendar, wallboard or API token and shows its address once. */
export function NewFeed({
  views,
  administers,
  actions,
}: {
  views: readonly { id: string; name: string }[];
  administers: boolean;
  actions: FeedsActions;
}) {
  const [kind, setKind] = useState<FeedKind | null>(null);
  const [input, setGiven] = useState<Given | null>(null);
  const action: FormAction = kind === "api" ? actions.makeApi : actions.make;
  const make = useCallback(
    async (previous: FormState, form: FormData) => {
      const state = await action(previous, form);
      const { kind: created, label, secret } = state.values;
      const known = kindOf(created);
      if (state.done !== null && known && label && secret) setGiven({ kind: known, label, secret });
      return state;
    },
    [action],
  );
  const close = useCallback(() => setKind(null), []);
  if (kind !== null)
    return (
      <Card title={`New: ${KIND_LABELS[kind]}`}>
        <FeedForm key={kind} kind={kind} views={views} action={make} onDone={close} onLeave={close} />
      </Card>
    );
  return (
    <>
      {input && (
        <Card title={input.kind === "api" ? `Token for ${input.label}` : `Address for ${input.label}`}>
          <p role="status" className="mb-2 max-w-[75ch]">
            Copy it now. Drayboard does not store it and won’t show it again. {WHAT_NEXT[input.kind]}
          </p>
          <CopyText text={input.secret} what={input.kind === "api" ? "token" : "address"} />
          <div className="mt-3">
            <Button onClick={() => setGiven(null)}>Done</Button>
          </div>
        </Card>
      )}
      <div className="flex flex-wrap gap-2">
        {KINDS.filter((each) => each !== "api" || administers).map((each) => (
          <Button key={each} onClick={() => setKind(each)}>
            New {each === "api" ? "API token" : KIND_LABELS[each].toLowerCase()}
          </Button>
        ))}
      </div>
    </>
  );
}
