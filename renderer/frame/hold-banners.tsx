import { Button } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { Link } from "react-router";
import type { Status } from "#contract/status.ts";
import { Moment } from "#renderer/components/moment.tsx";
import { StateShape } from "#renderer/components/state-shape.tsx";
import { useHostCall, useHostQuery } from "#renderer/store/host.tsx";
import { frameText } from "#renderer/text/frame.tsx";
import styles from "./frame.module.css";

type Hold = Status["holds"][number];

const mostShown = 2;

/** What stops the sending: since when, what is done about it, and what a person can do. Newest first. */
export function HoldBanners() {
  const { data } = useHostQuery("status", {});
  const newest = [...(data?.holds ?? [])].sort((one, other) => other.since.localeCompare(one.since));
  return newest.slice(0, mostShown).map((hold) => <HoldBanner key={hold.lane} hold={hold} />);
}

function HoldBanner({ hold }: { readonly hold: Hold }) {
  const tone = hold.needsYou
    ? "problem"
    : hold.lane === "pause" || hold.lane === "quiet-hours"
      ? "idle"
      : "wait";
  return (
    <section className={styles.banner} data-tone={tone} aria-label={frameText.sendingHasStopped}>
      <StateShape shape={hold.needsYou ? "problem" : "held"} />
      <div className={styles.said}>
        <p>
          {hold.message}{" "}
          <span className="muted">
            Since <Moment at={hold.since} as="short" />.
            {hold.nextTryAt === null ? null : (
              <>
                {" "}
                {hold.lane === "pause" || hold.lane === "quiet-hours" ? "Sending resumes" : "Next try"}{" "}
                <Moment at={hold.nextTryAt} as="in" />.
              </>
            )}
          </span>
        </p>
        {hold.portalMessage === null ? null : (
          <p className={styles.quote}>{frameText.portalSays(hold.portalMessage)}</p>
        )}
      </div>
      <div className={styles.bannerActions}>
        <Remedy hold={hold} />
      </div>
    </section>
  );
}

function Remedy({ hold }: { readonly hold: Hold }) {
  const tryNow = useHostCall("tryNow");
  const resume = useHostCall("resume");
  const onError = ({ message }: Error) => void notifications.show({ message });
  if (hold.lane === "pause")
    return (
      <Button
        size="compact-sm"
        variant="default"
        loading={resume.isPending}
        onClick={() => resume.mutate({}, { onError })}
      >
        Resume sending
      </Button>
    );
  if (hold.lane !== "portal") return null;
  return (
    <>
      {hold.cause === "credentials" || hold.cause === "settings" || hold.cause === "tls" ? (
        <Button size="compact-sm" component={Link} to="/settings/portal">
          {hold.cause === "credentials" ? frameText.enterPassword : frameText.openSettings}
        </Button>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        loading={tryNow.isPending}
        onClick={() => tryNow.mutate({}, { onError })}
      >
        Try now
      </Button>
    </>
  );
}
