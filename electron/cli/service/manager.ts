import type { ServicePlan } from "./systemd-unit.ts";

/** The service manager of a system: systemd, the Task Scheduler or launchd. Messages are one sentence. */
export interface Manager {
  /** Why no service can be installed from here at all; null where one can. */
  refusal(): string | null;
  /** Gives the definition that the manager would get for this plan. */
  definition(plan: ServicePlan): string;
  /**
   * Installs the definition, starts it and has it started with the PC. Null, or what went wrong; then all is as it was before.
   * `before`: the definition that it replaces.
   */
  install(plan: ServicePlan, before: string | null): string | null;
  /** The definition that is installed; null for none. */
  installed(): string | null;
  /** Stops it, and takes it away. Null, or what went wrong. */
  remove(): string | null;
  isRunning(): boolean;
}
