import { ActionIcon, TextInput } from "@mantine/core";
import { commonText } from "#renderer/text/common.ts";
import { Icon } from "./icon.tsx";
import { useTypedText } from "./use-typed-text.ts";

const restMs = 200;

interface FindFieldProps {
  readonly label: string;
  /** Default: the label. */
  readonly placeholder?: string;
  readonly className?: string | undefined;
  readonly typed: string;
  readonly onType: (text: string) => void;
  /** Enter was pressed. */
  readonly onEnter?: () => void;
}

/** A small field for words to find in what is shown; each letter counts at once. */
export function FindField(props: FindFieldProps) {
  const { label, placeholder = label, className = "", typed, onType, onEnter } = props;
  return (
    <TextInput
      className={className}
      size="xs"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<Icon name="search" size={14} />}
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={({ key }) => (key === "Enter" ? onEnter?.() : undefined)}
    />
  );
}

interface SearchFieldProps {
  readonly label: string;
  /** Text that is searched for now. */
  readonly text: string;
  /** Told when typing has rested for a moment. */
  readonly onText: (text: string) => void;
}

/** A field for a text to search for; it follows when the text is changed from outside. */
export function SearchField({ label, text, onText }: SearchFieldProps) {
  const [typed, setTyped] = useTypedText(text, onText, restMs);
  return (
    <TextInput
      w={220}
      size="xs"
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={1_000}
      onChange={(event) => setTyped(event.currentTarget.value)}
      leftSection={<Icon name="search" size={16} />}
      rightSection={
        typed === "" ? null : (
          <ActionIcon size="sm" aria-label={commonText.clearSearch} onClick={() => setTyped("")}>
            <Icon name="cross" size={14} />
          </ActionIcon>
        )
      }
    />
  );
}
