import type { Language } from "./language.ts";
import { formIndex } from "./message-forms.ts";
import { saidIn } from "./say.ts";
import { capital } from "./text.ts";

/**
 * The engine speaks English: in its log, in its record of uploads, in JSON. For a person of another language each of its
 * sentences is recognised as the message that it was made from, with its values, and said in that language.
 * Sentences that are not recognised stay English.
 */

const listTypes = { and: "conjunction", or: "disjunction" } as const;

type Link = keyof typeof listTypes;
type ListType = (typeof listTypes)[Link];

interface ListedItems {
  readonly type: ListType;
  readonly items: readonly string[];
}

/** `a, b and c`, `a or b`, of names and other short items; null for what is none. */
function listOf(value: string): ListedItems | null {
  const [, head, link, last = ""] = /^(.+) (and|or) ([^,]+)$/.exec(value) ?? [];
  const items = [...(head ?? "").split(", "), last];
  const isShort = head !== undefined && items.every((item) => item !== "" && item.split(" ").length <= 3);
  return isShort ? { type: listTypes[link === "and" ? "and" : "or"], items } : null;
}

export interface Recogniser {
  /** The sentence in the language; as it is where it is not recognised, or has no text there. */
  readonly inLanguage: (sentence: string) => string;
}

/** Something said, and how many letters of the English were understood for it. */
interface Said {
  readonly text: string;
  readonly known: number;
}

/** Ends of clauses that are put together: each side may be a message of its own. A key of the settings stands before its “must”. */
const seam = /(?<=[.!?…]) (?=[A-Z“"\d])| · |; |: |, or |, | (?=\(|must )/g;

const [mostKept, mostClauses, longestValue] = [4000, 10, 80];

function lettersIn(text: string): number {
  return text.match(/[A-Za-z]/g)?.length ?? 0;
}

function small(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

/** Messages in each way that they may stand in a sentence, and their texts in the language. */
function knownMessages(messages: readonly string[], language: Language) {
  /** A clause that is added to a sentence begins with its comma; it may have been added to nothing. */
  const bare = (text: string): string => text.replace(/^[,;] /, "");
  const added = new Map(messages.map((message) => [bare(message), message]));
  const textFor = (message: string): string | undefined => {
    const text = language.textFor(message);
    if (text !== undefined) return text;
    const whole = language.textFor(added.get(message) ?? message);
    return whole === undefined ? undefined : bare(whole);
  };
  const all = [...new Set([...messages, ...added.keys()])];
  const plain = new Map(all.map((one) => [capital(one), one]));
  // A remedy goes on with a small letter behind what it is for.
  for (const one of all) if (one.endsWith(".")) plain.set(small(one), one);
  for (const one of all) plain.set(one, one);
  return { all, plain, textFor };
}

/**
 * Recognises sentences made from `messages` and says them in `language`; `inValue` says what is no sentence, such as a date,
 * and gives null for the rest.
 */
export function createRecogniser(
  messages: readonly string[],
  language: Language,
  inValue: (value: string) => string | null = () => null,
): Recogniser {
  const { all, plain, textFor } = knownMessages(messages, language);
  const spoken = { ...language, textFor };
  let formsFor: ReturnType<typeof formIndex> | null = null;
  const kept = new Map<string, Said>();
  const lists: Partial<Record<ListType, Intl.ListFormat>> = {};

  function said(sentence: string): Said {
    const before = kept.get(sentence);
    if (before !== undefined) return before;
    const now = clause(sentence) ?? inParts(sentence);
    if (kept.size >= mostKept) kept.clear();
    kept.set(sentence, now);
    return now;
  }

  /** A value, or one message; null for neither. */
  function clause(text: string): Said | null {
    const letters = lettersIn(text);
    const value = text.length > longestValue ? null : inValue(text);
    if (value !== null) return { text: value, known: letters };
    if (letters < 2 || /^\S*[/\\]\S*$/.test(text)) return { text, known: 0 };
    const whole = message(text);
    return whole !== null && whole.known >= letters ? whole : null;
  }

  /** The message without values that a sentence is, but for its first letter. German nouns keep their capital. */
  function wholeMessage(sentence: string): Said | null {
    const known = plain.get(sentence);
    const text = known === undefined ? undefined : textFor(known);
    if (known === undefined || text === undefined) return null;
    const cased = /^[A-Z]/.test(sentence) ? capital(text) : language.tag === "de" ? text : small(text);
    return { text: known === sentence ? text : cased, known: lettersIn(sentence) };
  }

  /** The message that explains the most of a sentence. */
  function message(sentence: string): Said | null {
    const whole = wholeMessage(sentence);
    if (whole !== null) return whole;
    formsFor ??= formIndex(all);
    let best: Said | null = null;
    for (const form of formsFor(sentence)) {
      if (!sentence.includes(form.anchor)) continue;
      const found = form.pattern().exec(sentence);
      if (found === null || textFor(form.message) === undefined) continue;
      let known = form.weight;
      const values = Object.fromEntries(
        form.args.map(({ arg, isCount }, index) => {
          const value = found[index + 1] ?? "";
          if (isCount || /^\d{1,3}(?:,\d{3})+$/.test(value)) return [arg, Number(value.replaceAll(",", ""))];
          const inner = ofValue(value);
          // It may be the next clause: where that is understood by itself as well, it stands alone.
          known += inner.known - (value.search(seam) < 0 ? 0 : 1);
          return [arg, inner.text];
        }),
      );
      if (best !== null && known <= best.known) continue;
      const text = saidIn<string>(spoken, form.message, { ...form.fixed, ...values }).join("");
      const isRaised = /^[A-Z]/.test(sentence) && /^[a-z]/.test(form.message);
      best = { text: isRaised ? capital(text) : text, known };
    }
    return best;
  }

  function ofValue(value: string): Said {
    const now = said(value);
    if (now.text !== value) return now;
    const listed = linkedBy("or", value) ?? linkedBy("and", value) ?? listOf(value);
    if (listed === null) return now;
    lists[listed.type] ??= new Intl.ListFormat(language.tag, { type: listed.type });
    const items = listed.items.map((item) => said(item).text);
    return { text: lists[listed.type]?.format(items) ?? value, known: 2 };
  }

  /** Messages and quoted texts between links, which may also stand within a message. Null where an item is neither. */
  function linkedBy(link: Link, value: string): ListedItems | null {
    const pieces = value.split(` ${link} `);
    const from = (start: number): readonly string[] | null => {
      for (let end = pieces.length; end > start; end--) {
        const item = pieces.slice(start, end).join(` ${link} `);
        if (item === value || !(/^(?:".*"|“.*”)$/.test(item) || clause(item) !== null)) continue;
        const rest = end === pieces.length ? [] : from(end);
        if (rest !== null) return [item, ...rest];
      }
      return null;
    };
    const items = pieces.length > mostClauses ? null : from(0);
    return items === null ? null : { type: listTypes[link], items };
  }

  /** Between two clauses that are understood, what links them is translated too. */
  function seamBetween(own: Said, after: Said, text: string): string {
    return own.known > 0 && after.known > 0 ? (textFor(text) ?? text) : text;
  }

  /** Clauses, put together as they explain the most. */
  function inParts(sentence: string): Said {
    const [, indent = "", body = "", end = ""] = /^(\s*(?:- )?)(.*?)([.:]?\s*)$/s.exec(sentence) ?? [];
    const seams = [...body.matchAll(seam)].slice(0, mostClauses - 1);
    const starts = [0, ...seams.map((one) => one.index + one[0].length)];
    const ends = [...seams.map((one) => one.index), body.length];
    const rest: Said[] = Array.from({ length: ends.length + 1 }, () => ({ text: "", known: 0 }));
    for (let from = starts.length - 1; from >= 0; from--) {
      let best: Said | null = null;
      for (let to = ends.length; to > from; to--) {
        const text = body.slice(starts[from], ends[to - 1]);
        const own = withoutStop(text) ?? (to === from + 1 ? { text, known: 0 } : null);
        if (own === null) continue;
        const after = rest[to] ?? { text: "", known: 0 };
        const known = own.known + after.known;
        if (best === null || known > best.known)
          best = { text: own.text + seamBetween(own, after, seams[to - 1]?.[0] ?? "") + after.text, known };
      }
      if (best !== null) rest[from] = best;
    }
    const [first = { text: body, known: 0 }] = rest;
    return { text: indent + first.text + end, known: first.known };
  }

  /** A clause of which the full stop may be the sentence's or its own. */
  function withoutStop(text: string): Said | null {
    const value = clause(text);
    if (value !== null) return value;
    if (/^\(.*\)$/s.test(text)) {
      const inner = said(text.slice(1, -1));
      return { ...inner, text: `(${inner.text})` };
    }
    const [, short = "", end = ""] = /^(.*?)([.:]?)$/s.exec(text) ?? [];
    const longer = end === "" ? message(`${text}.`) : null;
    // A whole sentence comes before a clause that explains as much.
    const choices = [
      longer === null ? null : { ...longer, text: longer.text.replace(/\.$/, "") },
      message(text),
      end === "" ? null : withEnd(message(short), end),
    ];
    return choices.reduce((a, b) => ((b?.known ?? 0) > (a?.known ?? 0) ? b : a), null);
  }

  return { inLanguage: (sentence) => said(sentence).text };
}

function withEnd(said: Said | null, end: string): Said | null {
  return said === null ? null : { ...said, text: said.text + end };
}
