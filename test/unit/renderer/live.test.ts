import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { refresh } from "#renderer/store/host.tsx";

/** A page that shows the answer to one method; each question waits for its answer. */
function show(queryClient: QueryClient) {
  const waiting: ((answer: string) => void)[] = [];
  const observer = new QueryObserver<string>(queryClient, {
    queryKey: ["queue", {}],
    queryFn: () => new Promise((answer) => waiting.push(answer)),
  });
  const stop = observer.subscribe(() => {});
  return { waiting, stop, shown: () => observer.getCurrentResult().data };
}

test("what happens while the first answer is on its way is asked for again", async () => {
  const queryClient = new QueryClient();
  const page = show(queryClient);
  expect(page.waiting).toHaveLength(1);
  refresh(queryClient, ["queue"]);
  page.waiting[0]?.("sending");
  await expect.poll(() => page.waiting.length).toBe(2);
  page.waiting[1]?.("delivered");
  await expect.poll(page.shown).toBe("delivered");
  page.stop();
});

test("an answer that is there is asked for again at once, whatever is on its way", async () => {
  const queryClient = new QueryClient();
  const page = show(queryClient);
  page.waiting[0]?.("sending");
  await expect.poll(page.shown).toBe("sending");
  refresh(queryClient, ["queue"]);
  await expect.poll(() => page.waiting.length).toBe(2);
  refresh(queryClient, ["queue"]);
  await expect.poll(() => page.waiting.length).toBe(3);
  page.waiting[2]?.("delivered");
  await expect.poll(page.shown).toBe("delivered");
  page.stop();
});
