import type { EnginePorts } from "#engine/engine-ports.ts";
import type { KnownIssues } from "#engine/known-issues.ts";
import type { Pipeline } from "#engine/pipeline.ts";
import { type Cadences, createCadences } from "#station/cadences.ts";
import type { AdvisedFiles } from "#station/cleanup/advised-files.ts";
import type { KnownQuality } from "#station/coverage/quality-reports.ts";
import { createVerdicts, type VerdictWatch } from "./verdicts.ts";

/** The engine's ports, and what is known beside them. */
export interface StationPorts extends EnginePorts {
  readonly quality?: KnownQuality;
  /** Left out: nothing is marked as known. */
  readonly known?: Pick<KnownIssues, "list">;
  /** Left out: no file was ever named as one that may be removed. */
  readonly advised?: Pick<AdvisedFiles, "namedAmong">;
}

/** The engine's pipeline, and what is learned of its instruments. */
export interface StationPipeline extends Pipeline {
  readonly cadences: Cadences;
  readonly verdicts: VerdictWatch;
}

/** The pipeline of a station that is to tell what it does. */
export function withLearned<P extends Pipeline>(pipeline: P, ports: StationPorts): P & StationPipeline {
  const cadences = createCadences(ports.ledger, ports.clock);
  const verdicts = createVerdicts(ports, () => pipeline.instruments().map(({ instrument }) => instrument));
  pipeline.onConfigured(verdicts.forget);
  return { ...pipeline, cadences, verdicts };
}
