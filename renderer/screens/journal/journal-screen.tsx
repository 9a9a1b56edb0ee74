import { Page } from "../../components/page.tsx";

export function JournalScreen() {
  return <Page title="Journal">{null}</Page>;
}
