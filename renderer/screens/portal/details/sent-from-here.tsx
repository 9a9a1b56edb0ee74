import { Link } from "react-router";
import { baseName } from "#domain/file-version.ts";
import { MiddleCut } from "#renderer/components/middle-cut.tsx";
import { useHostQuery } from "#renderer/store/host.tsx";

interface SentFromHereProps {
  readonly filename: string;
  readonly checksum: string | null;
}

/** The file of this station that is in a record, as a link to it. */
export function SentFromHere({ filename, checksum }: SentFromHereProps) {
  const { data } = useHostQuery("queue", { filter: { text: filename, states: ["delivered"] }, limit: 20 });
  const own = data?.uploads.find(
    ({ receipt }) => receipt?.recordFilename === filename || receipt?.checksum === checksum,
  );
  if (data === undefined) return null;
  if (own === undefined) return <span className="muted">No</span>;
  const name = baseName(own.path);
  return (
    <Link to={`/files?upload=${own.id}`} aria-label={name}>
      <MiddleCut text={name} whole={own.path} />
    </Link>
  );
}
