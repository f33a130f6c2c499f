import { request } from "node:http";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { startTestService, type TestService } from "@/tracking-service/testing/running-service";

let service: TestService;
afterEach(() => service.end());

/** Returns the file address of a new document, requested with a foreign Host header. */
async function addressUnder(host: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File(["Arrival notice"], "notice.txt", { type: "text/plain" }));
  const { id } = (await service.call("/documents", { text: form })).item;
  const headers = { Host: host, Authorization: `Token ${service.key}` };
  const text = await new Promise<string>((resolve, reject) => {
    const requested = request(`${service.url}/documents/${id}/download_url`, { headers }, (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (part) => {
        body += part;
      });
      response.on("end", () => resolve(body));
    });
    requested.on("error", reject).end();
  });
  return z.object({ download_url: z.url() }).parse(JSON.parse(text)).download_url;
}

it("is the listening address of the service, whatever the Host header", async () => {
  service = await startTestService({ seedContainers: 0 });
  const address = await addressUnder("attacker.example");
  expect(new URL(address).host).toBe(new URL(service.url).host);
  expect(await (await fetch(address)).text()).toBe("Arrival notice");
});

it("uses the public address when configured", async () => {
  service = await startTestService({ seedContainers: 0, publicUrl: "https://tracking.example.com/sea" });
  const address = await addressUnder("attacker.example");
  expect(address).toMatch(/^https:\/\/tracking\.example\.com\/sea\/v2\/documents\/[\w-]+\/download\?/);
});
