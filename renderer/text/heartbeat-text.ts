/** The heartbeat in the settings. */
export const heartbeatText = {
  lead: "Notifications come from this PC, so nobody is notified when the PC itself fails. A service on another computer, such as Healthchecks or Uptime Kuma, expects heartbeats and alerts you when they stop.",
  send: "Send heartbeats",
  sendHelp:
    "Only while Skyferry is working. The service learns this PC's address and the headline of a problem, no file names.",
  sendNow: "Send a heartbeat now",
  saveFirst: "Save to send a heartbeat",
};
