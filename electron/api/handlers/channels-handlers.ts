import { fail, ok } from "#api/reply.ts";
import type { channelMethods } from "#contract/channels.ts";
import type { Handlers } from "#contract/methods.ts";
import type { Reply } from "#contract/reply.ts";
import type { ChannelEditor } from "#engine/ports/channels.ts";
import { heartbeatName } from "#station/heartbeat/heartbeat.ts";
import { stationReportName } from "#station/heartbeat/station-reports.ts";

type ChannelHandlers = Pick<Handlers, keyof typeof channelMethods>;

/** Tests of channels and their passwords; nothing that is answered holds a secret. */
export function channelHandlers(editor: ChannelEditor | null): ChannelHandlers {
  if (editor === null) return withoutEditor();
  return {
    async "notifications.test"({ name }, signal) {
      const results = await editor.test(name, signal);
      if (results.length > 0 || name === null) return ok({ results });
      if (name === heartbeatName)
        return fail("not-found", "The settings have no heartbeat: set notifications.heartbeat.url.");
      if (name === stationReportName)
        return fail("not-found", "The settings have no station report: set report.url or report.folder.");
      const names = editor.names();
      const known = names.length === 0 ? "there is none" : `there are: ${names.join(", ")}`;
      return fail("not-found", `The settings have no channel "${name}" that can be used; ${known}.`);
    },
    async "notifications.testChannel"({ channel, password }, signal) {
      return orRefused(await editor.testWritten(channel, password, signal));
    },
    async "notifications.password"({ channel }) {
      return orRefused(await editor.secretOf(channel));
    },
    async "notifications.setPassword"({ channel, password }) {
      return orRefused(await editor.keepSecret(channel, password));
    },
  };
}

function orRefused<T extends object>(answer: T | { readonly message: string }): Reply<T> {
  const isRefused = "message" in answer && Object.keys(answer).length === 1;
  return isRefused ? fail("bad-input", String(answer.message)) : ok(answer as T);
}

function withoutEditor(): ChannelHandlers {
  const refused = async () => fail("not-offered", "This host has no notification channels.");
  return {
    "notifications.test": refused,
    "notifications.testChannel": refused,
    "notifications.password": refused,
    "notifications.setPassword": refused,
  };
}
