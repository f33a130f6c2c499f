import type { Page } from "@playwright/test";

/** The sign-in page. */
export class SignInPage {
  readonly problem;

  constructor(private readonly page: Page) {
    this.problem = page.getByRole("alert").filter({ hasText: /\S/ });
  }

  open(returnPath?: string) {
    return this.page.goto(
      returnPath === undefined ? "/sign-in" : `/sign-in?callbackUrl=${encodeURIComponent(returnPath)}`,
    );
  }

  async signIn(email: string, password: string): Promise<void> {
    await this.page.getByLabel("Email").fill(email);
    await this.page.getByLabel("Password").fill(password);
    await this.page.getByRole("button", { name: "Sign in", exact: true }).click();
  }
}
