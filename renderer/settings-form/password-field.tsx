import { Button, PasswordInput } from "@mantine/core";
import { say } from "#base/say.ts";
import type { Output } from "#contract/methods.ts";
import { useHostCall } from "#renderer/store/host.tsx";
import { settingsText } from "#renderer/text/settings.tsx";
import styles from "./settings.module.css";

type Place = Output<"settings.read">["password"];

/** Gives the place of the password, in words. */
export function passwordWords({ place, backend, message }: Place): string {
  switch (place) {
    case "environment":
      return settingsText.passwordInEnvironment;
    case "password-file":
      return settingsText.passwordInFile(backend);
    case "keychain":
      return settingsText.passwordInKeychain;
    case "fallback":
      return settingsText.passwordInOwnerFile;
    case null:
      return message ?? settingsText.noPasswordYet;
  }
}

interface PasswordFieldProps {
  readonly place: Place;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
}

/** Takes a new password and keeps it, with which the host tries at once; never shows the one that is kept. */
export function PasswordField({ place, typed, onTyped }: PasswordFieldProps) {
  const keep = useHostCall("settings.setPassword", ["settings.read", "status"]);
  const keepIt = () =>
    keep.mutate(
      { password: typed },
      {
        onSuccess: ({ isKept }) => (isKept ? onTyped("") : undefined),
      },
    );
  const failure = keep.error?.message ?? (keep.data?.isKept === false ? keep.data.password.message : null);
  return (
    <div className={`${styles.row} ends wraps`}>
      <PasswordInput
        flex={1}
        miw={180}
        label={settingsText.portalPassword}
        description={passwordWords(place)}
        placeholder={place.place === null ? "" : settingsText.typeNewPassword}
        autoComplete="off"
        disabled={place.isFixed}
        value={typed}
        error={failure}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <Button disabled={typed === ""} loading={keep.isPending} onClick={keepIt}>
        {say("Save password")}
      </Button>
    </div>
  );
}
