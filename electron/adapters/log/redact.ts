/** Takes secrets out of text: those it was told, in every usual spelling, and what looks like one. */
export interface Redactor {
  /** Told at run time; `username` lets it know the Basic credentials made of both. */
  registerSecret(secret: string, username?: string): void;
  redact(text: string): string;
}

const mark = "***";

/** Texts that look like a secret though nobody registered them. `$1` is kept. */
const looks: readonly RegExp[] = [
  /\b(bearer\s+)[\w+/=.~-]{16,}/gi,
  // user:pass@ of an address; the bound on the scheme keeps a long word from taking quadratic time
  /([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#"'<>]*@/gi,
  // token=…, "password":"…", Authorization: …; prose such as "password: enter it" stays
  /((?:passw(?:or)?d|pwd|secret|token|credentials|api[-_]?key)(?:\s*=\s*|["']\s*:\s*)["']?)[^\s"'&,;]+/gi,
  /(authorization["']?\s*[=:]\s*["']?(?:\w+\s+)?)[^\s"'&,;]+/gi,
];

/** `Basic` and what may be its credentials: base64 of text with a colon (docs/portal/api.md, "Authentication"). */
const basic = /\b(basic\s+)([\w+/-]{2,}={0,2})/gi;

/** A redactor that knows no secret yet. */
export function createRedactor(): Redactor {
  const spellings = new Set<string>();
  let longestFirst: readonly string[] = [];
  return {
    registerSecret(secret, username) {
      if (secret === "") return;
      for (const spelling of spellingsOf(secret, username)) spellings.add(spelling);
      longestFirst = [...spellings].sort((a, b) => b.length - a.length);
    },
    redact(text) {
      let clean = text;
      for (const spelling of longestFirst) clean = clean.replaceAll(spelling, mark);
      clean = clean.replace(basic, (all: string, scheme: string, credentials: string) =>
        Buffer.from(credentials, "base64").includes(":") ? `${scheme}${mark}` : all,
      );
      for (const look of looks) clean = clean.replace(look, `$1${mark}`);
      return clean;
    },
  };
}

function spellingsOf(secret: string, username: string | undefined): string[] {
  const pair = username === undefined ? [] : base64Of(`${username}:${secret}`);
  const inJson = JSON.stringify(secret).slice(1, -1);
  return [
    secret,
    inJson,
    JSON.stringify(inJson).slice(1, -1),
    encodeURIComponent(secret.toWellFormed()),
    encodeURI(secret.toWellFormed()),
    ...base64Of(secret),
    ...pair,
    ...base64Within(secret),
  ].filter((spelling) => spelling !== "");
}

function base64Of(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  return [bytes.toString("base64"), bytes.toString("base64url")];
}

/**
 * Gives the parts of the secret that base64 of any longer text shows, whatever precedes it: `user:secret` of a user nobody told.
 * Three alignments; the characters at both ends that mix with the neighbours are left off. Short rests would hit
 * innocent text and are not used.
 */
function base64Within(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  return [0, 1, 2].flatMap((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor((shifted.length * 8) / 6);
    return ["base64", "base64url"]
      .map((encoding) => shifted.toString(encoding === "base64" ? "base64" : "base64url").slice(from, to))
      .filter((rest) => rest.length >= 6);
  });
}
