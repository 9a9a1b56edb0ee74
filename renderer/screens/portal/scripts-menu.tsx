import { Button, Menu } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { copyText } from "#renderer/components/copy-text.ts";
import { Icon } from "#renderer/components/icon.tsx";
import { portalText } from "#renderer/text/portal.ts";

interface ScriptsMenuProps {
  /** Texts that can be copied; null for one that is not to be had. */
  readonly items: readonly { readonly label: string; readonly text: string | null }[];
}

/** Menu for people who ask the portal by programs of their own: a click copies what they need. */
export function ScriptsMenu({ items }: ScriptsMenuProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const copy = async (text: string) => {
    setOutcome((await copyText(text)) ? "copied" : "failed");
    setTimeout(() => setOutcome(null), 2_000);
  };
  const offered = items.flatMap(({ label, text }) => (text === null ? [] : [{ label, text }]));
  if (offered.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          color="gray"
          leftSection={<Icon name={outcome === "copied" ? "tick" : "copy"} size={14} />}
        >
          {outcome === null
            ? portalText.forScripts
            : outcome === "copied"
              ? say("Copied")
              : say("Not allowed")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map(({ label, text }) => (
          <Menu.Item key={label} title={text} onClick={() => void copy(text)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
