import { crashAtEveryStep } from "./f01-crash-at-every-step.ts";
import { randomKills } from "./f02-random-kills.ts";
import { shortForm } from "./short-form.ts";

shortForm(crashAtEveryStep);
shortForm(randomKills);
