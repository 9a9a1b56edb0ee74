import { slowWritersRow } from "./f06-slow-writers.ts";
import { changedOnTheWay } from "./f07-changed-on-the-way.ts";
import { goneOnTheWay } from "./f08-gone-on-the-way.ts";
import { silentWatcher } from "./f18-silent-watcher.ts";
import { hostileNamesRow } from "./f20-hostile-names.ts";
import { sameSizeAndTime } from "./f30-same-size-and-time.ts";
import { emptyFilesRow } from "./f33-empty-files.ts";
import { orphansRow } from "./f42-orphans.ts";
import { shortForm } from "./short-form.ts";

shortForm(slowWritersRow);
shortForm(changedOnTheWay);
shortForm(goneOnTheWay);
shortForm(silentWatcher);
shortForm(hostileNamesRow);
shortForm(sameSizeAndTime);
shortForm(emptyFilesRow);
shortForm(orphansRow);
