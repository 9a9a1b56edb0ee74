import { fail, ok } from "#api/reply.ts";
import type { Handlers } from "#contract/methods.ts";
import type { planMethods } from "#contract/send-plans.ts";
import type { Instrument } from "#domain/settings.ts";
import type { PortalAt, SettingsEditor } from "#engine/ports/settings.ts";
import type { Planner, Plans } from "#station/plan/plans.ts";

/** Plans of a host, and what makes one. */
export interface PlanParts extends Pick<Plans, "ask"> {
  /** `portal` null: that in force. */
  plannerOf(portal: PortalAt | null, instruments: readonly Instrument[]): Planner;
}

const mostDays = 4_000;

/** `settings.plan`; `null` where a host makes none. */
export function planHandlers(
  settings: Pick<SettingsEditor, "inForce" | "instrumentOf">,
  plans: PlanParts | null,
): Pick<Handlers, keyof typeof planMethods> {
  return {
    async "settings.plan"({ portal, instruments: written }) {
      if (plans === null) return fail("not-offered", "This host makes no plans.");
      const checked = written?.map((one) => settings.instrumentOf(one)) ?? null;
      const problems = checked?.flatMap((one) => ("problems" in one ? one.problems : [])) ?? [];
      if (problems.length > 0) return fail("bad-input", problems.join(" "));
      const inForce = await settings.inForce();
      const instruments = checked?.flatMap((one) => ("problems" in one ? [] : [one])) ?? inForce.instruments;
      const key = JSON.stringify([portal ?? inForce.portal.url, instruments]);
      const { plan, ...state } = plans.ask(key, plans.plannerOf(portal, instruments));
      return ok({ ...state, plan: plan && { ...plan, days: plan.days.slice(-mostDays) } });
    },
  };
}
