import { QueryClientProvider } from "@tanstack/react-query";
import { Component, type ReactNode, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { boardChanges } from "@/components/board/data/unseen-changes";
import { newQueryClient } from "@/components/board/query-client";
import { boardSelection } from "@/components/board/selection/selection";
import { ClockStart } from "@/components/time/clock";
import { MayStart } from "@/components/ui/permissions";
import { NoticesCorner } from "@/components/ui/toast-region";
import { routerCalls } from "@/e2e/gallery/stand-ins/navigation";
import { type Role, rightsOf } from "@/lib/auth/access/roles";
import { api, type Routes } from "./api";
import { NOW } from "./fixed-time";
import "@/app/globals.css";
import "./stage.css";

/** Shows the message of a component that throws, so that the other sections are shown. */
class Fallback extends Component<{ children: ReactNode }, { message: string | null }> {
  override state = { message: null };
  static getDerivedStateFromError = (error: unknown) => ({ message: String(error) });
  override render() {
    return this.state.message ?? this.props.children;
  }
}

function Providers({ role, children }: { role: Role; children: ReactNode }) {
  const [client] = useState(() => {
    const created = newQueryClient();
    created.setDefaultOptions({ queries: { ...created.getDefaultOptions().queries, retry: false } });
    return created;
  });
  return (
    <QueryClientProvider client={client}>
      <ClockStart at={NOW}>
        <MayStart rights={rightsOf(role)}>
          {children}
          <NoticesCorner />
        </MayStart>
      </ClockStart>
    </QueryClientProvider>
  );
}

export type Shown = {
  root: HTMLElement;
  /** Renders other content in the same place. */
  again: (content: ReactNode) => void;
  leave: () => void;
};

/**
 * Renders content in the page as the dashboard does: its style, providers, rights and routes. State that a tab keeps
 * is cleared first. Call `leave` at the end.
 */
export function show(
  content: ReactNode,
  {
    role = "admin",
    address = "/board",
    routes = {},
  }: { role?: Role; address?: string; routes?: Routes } = {},
): Shown {
  api.begin(routes);
  routerCalls.begin(address);
  boardChanges.forget();
  boardSelection.clear();
  const element = document.createElement("div");
  element.id = "gallery-stage";
  document.body.append(element);
  const root = createRoot(element);
  const render = (next: ReactNode) =>
    flushSync(() =>
      root.render(
        <Fallback>
          <Providers role={role}>{next}</Providers>
        </Fallback>,
      ),
    );
  render(content);
  return {
    root: element,
    again: render,
    leave() {
      root.unmount();
      element.remove();
    },
  };
}
