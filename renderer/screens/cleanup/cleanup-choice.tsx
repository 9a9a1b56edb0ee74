import { NativeSelect } from "@mantine/core";
import { type CleanupRequirement, cleanupRequirements } from "#domain/removable.ts";
import { useHostQuery } from "#renderer/store/host.tsx";
import { cleanupText } from "#renderer/text/cleanup-text.ts";

export interface Choice {
  readonly olderThanDays: number;
  readonly require: CleanupRequirement;
  /** Null is every one. */
  readonly instrument: string | null;
}

const offeredDays = [30, 60, 90, 180, 365];

interface CleanupChoiceProps {
  readonly choice: Choice;
  readonly onChange: (change: Partial<Choice>) => void;
}

/** Age, how far the portal has to be, and the instrument. */
export function CleanupChoice({ choice, onChange }: CleanupChoiceProps) {
  const { data: status } = useHostQuery("status", {});
  const { olderThanDays, require, instrument } = choice;
  const days = [...new Set([...offeredDays, olderThanDays])].sort((a, b) => a - b);
  const names = new Set((status?.instruments ?? []).map(({ name }) => name));
  if (instrument !== null) names.add(instrument);
  return (
    <>
      <NativeSelect
        label={cleanupText.olderThan}
        value={String(olderThanDays)}
        data={days.map((one) => ({ value: String(one), label: cleanupText.days(one) }))}
        onChange={({ currentTarget }) => onChange({ olderThanDays: Number(currentTarget.value) })}
      />
      <NativeSelect
        label={cleanupText.require}
        value={require}
        data={cleanupRequirements.map((value) => ({ value, label: cleanupText.requirements[value] }))}
        onChange={({ currentTarget }) => {
          const given = cleanupRequirements.find((one) => one === currentTarget.value);
          if (given !== undefined) onChange({ require: given });
        }}
      />
      <NativeSelect
        label={cleanupText.instrument}
        value={instrument ?? ""}
        data={[
          { value: "", label: cleanupText.everyInstrument },
          ...[...names].map((name) => ({ value: name, label: name })),
        ]}
        onChange={({ currentTarget }) => onChange({ instrument: currentTarget.value || null })}
      />
    </>
  );
}
