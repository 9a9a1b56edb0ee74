import { longOutage } from "./f14-long-outage.ts";
import { clockSettings } from "./f16-clock-settings.ts";
import { suspended } from "./f17-suspended.ts";
import { wrongClockRow } from "./f40-wrong-clock.ts";
import { timetableRow } from "./f46-timetable.ts";
import { heartbeatRow } from "./f48-heartbeat.ts";
import { shortForm } from "./short-form.ts";

shortForm(longOutage);
shortForm(clockSettings);
shortForm(suspended);
shortForm(heartbeatRow);
shortForm(wrongClockRow);
shortForm(timetableRow);
