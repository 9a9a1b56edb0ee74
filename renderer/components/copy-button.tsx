import { Button } from "@mantine/core";
import { useState } from "react";
import { say } from "#base/say.ts";
import { copyText } from "./copy-text.ts";
import { Icon } from "./icon.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** Word for the copied text: "checksum". */
  readonly what: string;
  /** Words on the button; an icon alone without. */
  readonly children?: string;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, what, children }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<"copied" | "failed" | null>(null);
  const copy = async () => {
    setOutcome((await copyText(text)) ? "copied" : "failed");
    setTimeout(() => setOutcome(null), 2_000);
  };
  const words = outcome === "copied" ? say("Copied") : outcome === "failed" ? say("Not allowed") : children;
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      onClick={() => void copy()}
      aria-label={outcome === null ? say("Copy {what}", { what }) : words}
      title={say("Copy {what}", { what })}
      leftSection={<Icon name={outcome === "copied" ? "tick" : "copy"} size={14} />}
    >
      {words}
    </Button>
  );
}
