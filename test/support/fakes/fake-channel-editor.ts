import type { ChannelEditor } from "#engine/ports/channels.ts";

/** Gives an editor of one channel, which takes every test; its secret is in the keychain. */
export function createFakeChannelEditor(): ChannelEditor {
  const tested = {
    name: "Lab chat",
    type: "slack",
    isTaken: true,
    sentence: "Slack accepted the message.",
  } as const;
  const state = { isNeeded: true, place: "keychain", message: null } as const;
  return {
    names: () => [tested.name],
    test: async (name) => (name === null || name === tested.name ? [tested] : []),
    testWritten: async () => tested,
    secretOf: async () => state,
    keepSecret: async () => state,
  };
}
