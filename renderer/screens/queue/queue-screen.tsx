import { Page } from "../../components/page.tsx";

export function QueueScreen() {
  return <Page title="Queue">{null}</Page>;
}
