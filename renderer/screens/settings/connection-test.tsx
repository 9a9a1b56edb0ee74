import { Button } from "@mantine/core";
import { useHostCall } from "../../store/host.tsx";
import { ConnectionSteps } from "./connection-steps.tsx";
import styles from "./settings.module.css";
import { flagAt, textAt, type Written } from "./settings-document.ts";

interface ConnectionTestProps {
  readonly portal: Written | null;
  /** What was typed; null takes the kept one. */
  readonly password: string | null;
  /** Site to ask the permission for; null leaves that out. */
  readonly site: string | null;
  readonly onTested?: (isGood: boolean) => void;
}

/** Tries address and credentials as they stand in the form; saves nothing and leaves nothing on the portal. */
export function ConnectionTest({ portal, password, site, onTested }: ConnectionTestProps) {
  const test = useHostCall("settings.testConnection", []);
  const run = () =>
    test.mutate(
      {
        url: textAt(portal, "url"),
        username: textAt(portal, "username"),
        password: password === "" ? null : password,
        caFile: textAt(portal, "caFile") || null,
        proxy: textAt(portal, "proxy") || null,
        allowInsecureHttp: flagAt(portal, "allowInsecureHttp", false),
        site,
      },
      { onSuccess: ({ isGood }) => onTested?.(isGood) },
    );
  return (
    <div className={styles.form}>
      <div>
        <Button variant="default" loading={test.isPending} onClick={run}>
          Test connection
        </Button>
      </div>
      {test.data === undefined ? null : <ConnectionSteps tested={test.data} />}
      {test.error === null ? null : (
        <p className={styles.verdict} data-bad role="alert">
          {test.error.message}
        </p>
      )}
    </div>
  );
}
