import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { previewMethods } from "#contract/preview.ts";
import { finishSchema } from "#contract/settings-file.ts";
import type { FinishPolicy, Instrument } from "#domain/settings.ts";
import type { EnginePorts } from "#engine/engine-ports.ts";
import type { SettingsService } from "#engine/ports/settings.ts";
import { suggestFor, type TriedFile, tryPattern } from "#engine/preview/pattern-preview.ts";
import { dryRun } from "#engine/run-once/dry-run.ts";

/** The part of the world that a trial looks at. */
export type PreviewPorts = Pick<EnginePorts, "clock" | "files" | "ledger" | "pathStyle">;

/** Tries on the real folders; nothing is changed, recorded or sent. */
export function previewHandlers(
  service: SettingsService,
  ports: PreviewPorts,
): Pick<Handlers, keyof typeof previewMethods> {
  return {
    async "settings.testPattern"({ folder, pattern, finish, since, tags, limit }, signal) {
      const { policy, problem } = finishOf(finish);
      const request = { folder, pattern, finish: policy, since, tags, limit };
      const preview = await tryPattern(ports, request, signal);
      const { counts } = preview;
      return ok({
        folder: preview.folder,
        patternProblem: preview.patternProblem,
        finishProblem: problem,
        matched: counts.matches,
        tooYoung: counts["too-young"],
        noMatch: counts["no-match"],
        refused: counts.refused,
        usualMinutes: preview.usualMinutes,
        skipped: preview.skipped,
        total: counts.matches + counts["too-young"] + counts["no-match"] + counts.refused,
        isCut: preview.isCut,
        entries: preview.shown.map((file) => presentTried(file, tags)),
      });
    },
    async "settings.suggestPattern"({ folder }, signal) {
      return ok(await suggestFor(ports, folder, signal));
    },
    async "settings.dryRun"({ instruments: written }, signal) {
      const { instruments } = await service.settings.inForce();
      let chosen: readonly Instrument[] = instruments;
      if (written !== null) {
        const checked = written.map((one) => service.settings.instrumentOf(one));
        const problems = checked.flatMap((one) => ("problems" in one ? one.problems : []));
        if (problems.length > 0) return fail("bad-input", problems.join(" "));
        chosen = checked.flatMap((one) => ("problems" in one ? [] : [one]));
      }
      const names = new Set(chosen.map(({ name }) => name));
      const others = instruments.filter(({ name }) => !names.has(name));
      return ok(await dryRun(ports, { chosen, others }, signal));
    },
    async "folders.list"({ path }) {
      return ok(await service.folders.list(path));
    },
  };
}

const usual: FinishPolicy = { policy: "settle", seconds: 60 };

function finishOf(written: Record<string, unknown> | undefined): {
  readonly policy: FinishPolicy;
  readonly problem: string | null;
} {
  if (written === undefined) return { policy: usual, problem: null };
  const parsed = finishSchema.safeParse(written);
  if (parsed.success) return { policy: parsed.data, problem: null };
  const issue = parsed.error.issues[0];
  const key = ["finish", ...(issue?.path ?? [])].join(".");
  return { policy: usual, problem: `${key} ${issue?.message ?? "cannot be used"}.` };
}

function presentTried(file: TriedFile, tags: readonly string[]) {
  const isMine = file.verdict === "matches" || file.verdict === "too-young";
  return { ...file, modifiedAtMs: Math.floor(file.mtimeUs / 1000), tags: isMine ? tags : [] };
}
