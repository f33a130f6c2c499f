import { retryPageReads } from "@/components/shell/retry-page-reads";

window.fetch = retryPageReads(window.fetch.bind(window));
