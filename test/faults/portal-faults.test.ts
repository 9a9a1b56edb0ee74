import { falseAnswerRow } from "./f09-false-answers.ts";
import { lostAnswers } from "./f11-lost-answers.ts";
import { earlyAnswers } from "./f12-early-answers.ts";
import { twins } from "./f21-twins.ts";
import { liveTypesRow } from "./f25-live-types.ts";
import { poisonedFileRow } from "./f38-poisoned-file.ts";
import { strayAnswersRow } from "./f39-stray-answers.ts";
import { shortForm } from "./short-form.ts";

shortForm(falseAnswerRow);
shortForm(lostAnswers);
shortForm(earlyAnswers);
shortForm(twins);
shortForm(liveTypesRow);
shortForm(poisonedFileRow);
shortForm(strayAnswersRow);
