import { type MockPortalOptions, startMockPortal } from "#mock-portal/portal.ts";

/**
 * A mock portal in a process of its own, to be killed or measured. Forked with its options as JSON; says
 * `{"url"}` when it listens, and answers every message with its peak memory, `{"maxRssBytes"}`.
 */
const options = JSON.parse(process.argv[2] ?? "{}") as MockPortalOptions;
const portal = await startMockPortal(options);
process.send?.({ url: portal.url });
process.on("message", () => process.send?.({ maxRssBytes: process.resourceUsage().maxRSS * 1024 }));
process.on("disconnect", () => process.exit(0));
