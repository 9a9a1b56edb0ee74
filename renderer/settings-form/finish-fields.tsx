import { NumberInput, Select, TextInput } from "@mantine/core";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { instrumentRows } from "#domain/instrument-rows.ts";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings.module.css";
import { numberAt, objectAt, textAt, type Written } from "./settings-document.ts";

const policies = [
  { value: "settle", label: settingsText.whenUnchanged },
  { value: "next-file", label: settingsText.whenNextStarted },
  { value: "sentinel", label: settingsText.whenMarkerExists },
  { value: "day-closed", label: settingsText.whenDayOver },
  { value: "append", label: settingsText.whileItGrows },
];

/** A policy in words; of one that is not written, the usual one. */
export function policyWords(policy: string): string {
  return policies.find(({ value }) => value === (policy || "settle"))?.label ?? policy;
}

interface FinishFieldsProps {
  /** As written; anything. */
  readonly finish: unknown;
  readonly problem: string | null;
  readonly form: Output<"settings.read">["form"];
  readonly onChanged: (finish: Written) => void;
}

/** When a file counts as finished; nothing is sent before. */
export function FinishFields({ finish, problem, form, onChanged }: FinishFieldsProps) {
  const written = objectAt({ finish }, "finish");
  const policy = textAt(written, "policy") || "settle";
  const number = (key: string, label: string, suffix: string, otherwise: number) => (
    <NumberInput
      label={label}
      suffix={suffix}
      min={key === "everyHours" ? 0.25 : 0}
      max={
        key === "seconds"
          ? form.settleSeconds.most
          : key === "everyHours"
            ? form.everyHours.most
            : form.graceMinutes.most
      }
      value={numberAt(written, key) ?? otherwise}
      onChange={(value) =>
        onChanged({ ...written, policy, [key]: typeof value === "number" ? value : otherwise })
      }
    />
  );
  return (
    <>
      <Select
        label={say(instrumentRows.finish.label)}
        data={policies}
        value={policy}
        error={problem}
        onChange={(value) => onChanged(startOf(value ?? "settle"))}
      />
      <div className={styles.pair}>
        {policy === "sentinel" ? (
          <TextInput
            label={settingsText.markerSuffix}
            placeholder=".done"
            value={textAt(written, "suffix")}
            onChange={(event) => onChanged({ ...written, policy, suffix: event.currentTarget.value })}
          />
        ) : null}
        {policy === "append" ? number("everyHours", settingsText.sendItEvery, " h", 6) : null}
        {policy === "day-closed" || policy === "append"
          ? number("graceMinutes", settingsText.waitAfterMidnight, " min", 30)
          : null}
        {number("seconds", say("Unchanged for"), " s", policy === "sentinel" ? 0 : 60)}
      </div>
    </>
  );
}

/** Gives a policy with the keys that it needs besides its name. */
function startOf(policy: string): Written {
  if (policy === "sentinel") return { policy, suffix: ".done" };
  if (policy === "append") return { policy, everyHours: 6 };
  return { policy };
}
