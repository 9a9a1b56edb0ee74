import { fullDisk } from "./f05-full-disk.ts";
import { vanishingShare } from "./f19-vanishing-share.ts";
import { remountedDrive } from "./f31-remounted-drive.ts";
import { shortForm } from "./short-form.ts";

shortForm(fullDisk);
shortForm(vanishingShare);
shortForm(remountedDrive);
