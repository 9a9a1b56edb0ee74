import { foreign409Row } from "./f26-foreign-409.ts";
import { listRoutesRow } from "./f28-list-routes.ts";
import { anotherPcRow } from "./f29-another-pc.ts";
import { lostRecordsRow } from "./f32-lost-records.ts";
import { lyingListsRow } from "./f41-lying-lists.ts";
import { shortForm } from "./short-form.ts";

shortForm(foreign409Row);
shortForm(listRoutesRow);
shortForm(anotherPcRow);
shortForm(lostRecordsRow);
shortForm(lyingListsRow);
