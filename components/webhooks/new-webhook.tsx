"use client";

import { useCallback, useState } from "react";
import { CopyText } from "@/components/settings/fact-list";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import type { FormAction, FormState } from "@/components/ui/forms/form-state";
import { WebhookForm } from "./webhook-form";

type Given = { url: string; secret: string };

/** Registers a webhook of another system and shows its secret only once. */
export function NewWebhook({ action }: { action: FormAction }) {
  const [open, setOpen] = useState(false);
  const [input, setGiven] = useState<Given | null>(null);
  const create = useCallback(
    async (previous: FormState, form: FormData) => {
      const state = await action(previous, form);
      const { secret, url } = state.values;
      if (state.done !== null && secret && url) setGiven({ secret, url });
      return state;
    },
    [action],
  );
  const close = useCallback(() => setOpen(false), []);
  if (open)
    return (
      <Card title="New webhook">
        <WebhookForm
          action={create}
          label="Register webhook"
          pendingText="Saving…"
          onDone={close}
          onLeave={close}
        />
      </Card>
    );
  return (
    <>
      {input && (
        <Card title="New webhook secret">
          <p role="status" className="mb-2 max-w-[75ch]">
            Copy it now to the system at <span className="wrap-anywhere">{input.url}</span>. The system uses
            it to verify each delivery (HMAC-SHA256 of the raw body). Drayboard does not store it.
          </p>
          <CopyText text={input.secret} what="secret" />
          <div className="mt-3">
            <Button onClick={() => setGiven(null)}>Done</Button>
          </div>
        </Card>
      )}
      <div>
        <Button onClick={() => setOpen(true)}>New webhook</Button>
      </div>
    </>
  );
}
