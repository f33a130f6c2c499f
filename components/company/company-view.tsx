"use client";

import { useRouter } from "next/navigation";
import { type SubmitEvent, startTransition, useRef, useState } from "react";
import { ActionForm } from "@/components/settings/action-form";
import { SettingsIntro } from "@/components/settings/settings-intro";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { FieldError, TextField } from "@/components/ui/forms/field";
import { FormProblem } from "@/components/ui/forms/form-problem";
import type { FormAction } from "@/components/ui/forms/form-state";
import { useFormAction } from "@/components/ui/forms/use-form-action";
import { notify } from "@/components/ui/toasts";
import {
  type Company,
  LOGO_MEDIA_TYPES,
  logoHref,
  MAX_LOGO_BYTES,
  MAX_NAME_LENGTH,
} from "@/lib/features/company/rules";
import { sendLogo } from "./send-logo";

function NameForm({ name, action }: { name: string; action: FormAction }) {
  const [{ problem, fields }, send, pending] = useFormAction(action);
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    startTransition(() => send(form));
  };
  return (
    <form onSubmit={save} className="flex max-w-md flex-col gap-2.5">
      {problem && <FormProblem problem={problem} />}
      <TextField
        id="company-name"
        name="name"
        label="Name"
        optional
        autoComplete="organization"
        maxLength={MAX_NAME_LENGTH}
        defaultValue={name}
        error={fields.name}
      />
      <div>
        <Button type="submit" variant="main" disabled={pending} aria-busy={pending}>
          {pending ? "Saving…" : "Save"}
        </Button>
      </div>
    </form>
  );
}

function LogoForm({ version, remove }: { version: string | null; remove: FormAction }) {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function save(file: File | undefined): Promise<void> {
    if (!file) return;
    setSending(true);
    const refused =
      file.size > MAX_LOGO_BYTES
        ? "The logo is larger than 1 MB. Select a smaller one."
        : await sendLogo(file);
    setSending(false);
    if (input.current) input.current.value = "";
    setProblem(refused);
    if (refused !== null) return;
    void notify("Logo saved.");
    router.refresh();
  }

  return (
    <div className="flex flex-col items-start gap-2.5">
      {version ? (
        // biome-ignore lint/performance/noImgElement: the logo has its final size, and images are not optimized
        <img
          src={logoHref(version)}
          alt="Company logo"
          className="h-20 max-w-80 rounded-field border border-line bg-white object-contain"
        />
      ) : (
        <p className="text-ink-3">No logo.</p>
      )}
      <p className="text-note text-ink-3">PNG, JPEG or WebP, up to 1 MB. Shown on a white background.</p>
      {problem && <FieldError>{problem}</FieldError>}
      <input
        ref={input}
        type="file"
        accept={LOGO_MEDIA_TYPES}
        aria-label="Logo to upload"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void save(event.target.files?.[0])}
      />
      <div className="flex flex-wrap gap-2">
        <Button disabled={sending} aria-busy={sending} onClick={() => input.current?.click()}>
          {sending ? "Saving…" : version ? "Replace logo…" : "Add logo…"}
        </Button>
        {version && (
          <ActionForm action={remove} label="Remove logo" pendingText="Removing…" variant="danger" />
        )}
      </div>
    </div>
  );
}

/** Settings → Company: the name and logo that outsiders see. */
export function CompanyView({
  company: { name, logoVersion },
  actions,
}: {
  company: Company;
  actions: { saveName: FormAction; removeLogo: FormAction };
}) {
  return (
    <>
      <SettingsIntro title="Company" stale={false}>
        Shown at the top of shared links, of your customers’ pages and of prints.
      </SettingsIntro>
      <Card title="Company name">
        <NameForm name={name} action={actions.saveName} />
      </Card>
      <Card title="Logo">
        <LogoForm version={logoVersion} remove={actions.removeLogo} />
      </Card>
    </>
  );
}
