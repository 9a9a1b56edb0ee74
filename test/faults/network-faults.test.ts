import { brokenLinks } from "./f10-broken-links.ts";
import { uneasyLink } from "./f13-uneasy-link.ts";
import { tricklingAnswers } from "./f27-trickling-answers.ts";
import { environmentRow } from "./f43-environment.ts";
import { shortForm } from "./short-form.ts";

shortForm(brokenLinks);
shortForm(uneasyLink);
shortForm(tricklingAnswers);
shortForm(environmentRow);
