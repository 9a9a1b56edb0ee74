import { z } from "zod";
import { connectionStepNames, connectionStepStates, secretPlaces } from "#domain/connection.ts";
import type { InstrumentRecord, InstrumentType, Site } from "#domain/portal-records.ts";
import { flag, noInput, typed, uuid, word } from "./values.ts";

/**
 * Settings as the pages read and write them. The document crosses as it is in the file (contract/settings.ts gives
 * the schemas and their defaults): what the operator left out is left out here too, and a wrong value is shown as it
 * was written, so that it can be corrected.
 */

const written = z.record(z.string(), z.unknown(), { error: "must be an object in braces" });

const part = written.nullable();
const instruments = z.array(written, { error: "must be a list of instruments" }).readonly();

/**
 * `portal`, `notifications` and `keep` are null where the file has none; an instrument that is no object is `{}`. Read the
 * values carefully: nothing in here has been checked. Unknown keys are beside the known ones.
 */
const settingsDocument = z.looseObject({ portal: part, instruments, notifications: part, keep: part });

/** The same from a caller, who may leave out what the file does not have. */
const writtenDocument = z.looseObject(
  {
    portal: part.default(null),
    instruments: instruments.default([]),
    notifications: part.default(null),
    keep: part.default(null),
  },
  { error: "must be the settings: portal and instruments, in braces" },
);

const settingsProblem = z.strictObject({
  /** The key at fault: `portal.url`, `instruments[1].pattern`; "" where it is the whole file. */
  key: z.string(),
  /** The problem and what to do, in one sentence. */
  message: z.string(),
  /** Name of the instrument that is left out because of it; null where none is. */
  instrument: z.string().nullable(),
  /** Only a hint: the present state of the disk (a folder that is missing). It never keeps settings from being saved. */
  isOfDisk: z.boolean(),
});

const problems = z.array(settingsProblem).readonly();

/** A value that is from an administrator's file, and all below it that has no row of its own. */
const origin = z.strictObject({ key: z.string(), file: z.string() });

/** A key that an administrator's file locks: `portal`, `portal.url`, `instruments[].pid`. */
const lock = z.strictObject({
  key: z.string(),
  file: z.string(),
  because: z.string().nullable(),
  /** Entries of a list whose key is locked; they can be neither removed nor renamed. Null for a key of no list. */
  names: z.array(z.string()).readonly().nullable(),
});

/** Never the password itself. */
const passwordPlace = z.strictObject({
  /** Null where none is known or its place cannot be read now. */
  place: z.enum(secretPlaces).nullable(),
  /** `keytar`, `@napi-rs/keyring`, `credentials.json`, `SKYFERRY_PASSWORD`, the path of the password file. */
  backend: z.string().nullable(),
  /** Why there is none; null where there is one. */
  message: z.string().nullable(),
  /** True when entering another one here changes nothing, as the environment or the password file comes first. */
  isFixed: z.boolean(),
});

const range = z.strictObject({ least: z.number(), most: z.number() });

/** Facts for the form: bounds of its fields, and the meaning of an empty field. */
const formFacts = z.strictObject({
  /** How paths are written on the host: `win32` has drives and backslashes. */
  pathStyle: z.enum(["win32", "posix"]),
  concurrency: range,
  settleSeconds: range,
  graceMinutes: range,
  everyHours: range,
  journalLines: range,
  logMB: range,
  /** `portal` with every default, without url and username. */
  portalDefaults: z.record(z.string(), z.unknown()),
  /** An instrument with every default, without what has none. */
  instrumentDefaults: z.record(z.string(), z.unknown()),
  notificationDefaults: z.record(z.string(), z.unknown()),
  keepDefaults: z.record(z.string(), z.unknown()),
});

/** Changes with the text of the file; "" where there is no file. */
const revision = z.string({ error: "must be the revision that settings.read gave" });

const httpAddress = z.string({ error: "must be the portal's address" }).max(2_000, { error: "is too long" });
const optionalText = z.string({ error: "must be text or null" }).max(4_000, { error: "is too long" });
const secret = z
  .string({ error: "must be text" })
  .min(1, { error: "must not be empty" })
  .max(10_000, { error: "is too long" });

/** A portal that is not in force yet. */
/** A portal that need not be in force. */
export const portalAt = {
  url: httpAddress,
  caFile: optionalText.nullable().default(null),
  proxy: optionalText.nullable().default(null),
  allowInsecureHttp: flag.default(false),
};

/** Stands for a password that `settings.importSubmitConfig` found; the host remembers the newest one, in memory only. */
const passwordId = uuid.nullable().default(null);

/** A step of the test. The steps come in the order of these names. */
const step = z.strictObject({
  name: z.enum(connectionStepNames),
  state: z.enum(connectionStepStates),
  /** A sentence, also for `ok`. */
  message: z.string(),
});

export const settingsMethods = {
  /** The settings in force as they are written, in the file and in those of an administrator below it. A file that is missing or no JSON gives an empty document and a problem with key "". */
  "settings.read": {
    input: noInput,
    output: z.strictObject({
      /** Absolute. */
      file: z.string(),
      /** False before the first save: show the guided setup. */
      exists: z.boolean(),
      document: settingsDocument,
      revision,
      problems,
      /** Empty where no administrator's file sets anything. */
      origins: z.array(origin).readonly(),
      locked: z.array(lock).readonly(),
      password: passwordPlace,
      form: formFacts,
    }),
  },
  /**
   * Replaces the file and makes the host use it at once. Error `conflict`: the file changed since `revision`; read again.
   * Error `bad-input`: it would hold a secret, or change a locked key. With `isSaved` false nothing was written because of the `problems`.
   */
  "settings.save": {
    input: z.strictObject({
      document: writtenDocument,
      revision,
      /** Saves although something in it cannot be used; that part then stays out of work. */
      despiteProblems: flag.default(false),
    }),
    output: z.strictObject({
      isSaved: z.boolean(),
      /** Revision of the file as it is now. */
      revision,
      problems,
    }),
  },
  /** Checks a document as `settings.save` would, and saves nothing: for the form while it is filled in. */
  "settings.check": {
    input: z.strictObject({ document: writtenDocument }),
    output: z.strictObject({ problems }),
  },
  /**
   * Keeps it for the user name and address that are in the settings (or are given). Nothing that is answered or
   * logged holds it. `message` is set where it could not be kept; then `place` says where one lies as before.
   * Error `bad-input`: there is no user name, neither `password` nor `passwordId` is given, or that one is forgotten.
   */
  "settings.setPassword": {
    input: z.strictObject({
      password: secret.nullable().default(null),
      passwordId,
      /** For a setup that has not been saved yet; null takes what the settings say. */
      username: optionalText.nullable().default(null),
      url: httpAddress.nullable().default(null),
    }),
    output: z.strictObject({ isKept: z.boolean(), password: passwordPlace }),
  },
  /** Tells the place where a new password would be kept: `fallback` is a file for this user alone. Asks the keychain; changes nothing. */
  "settings.passwordStore": {
    input: noInput,
    output: z.strictObject({ place: z.enum(["keychain", "fallback"]) }),
  },
  /** Removes the kept password of the settings' user name and address. */
  "settings.forgetPassword": {
    input: noInput,
    output: z.strictObject({ isForgotten: z.boolean(), password: passwordPlace }),
  },
  /** Tries an address and credentials without saving them and without leaving anything on the portal. */
  "settings.testConnection": {
    input: z.strictObject({
      ...portalAt,
      /** Null tries the address alone; `password` and `permission` are then skipped. */
      username: optionalText.nullable(),
      /** Null takes that of `passwordId`, else the kept one. */
      password: secret.nullable().default(null),
      passwordId,
      /** Whether the user may send for this site; null leaves that out. */
      site: word.nullable().default(null),
    }),
    output: z.strictObject({
      /** All six, in order. */
      steps: z.array(step).readonly(),
      /** True when no step failed. */
      isGood: z.boolean(),
      /** Result in one or two sentences: what holds, or what is wrong and what to do. */
      verdict: z.string(),
      /** Sites that the portal lists; null where it did not get as far. */
      siteCount: z.int().min(0).nullable(),
      /** The portal's clock minus this computer's, seconds; null where the portal did not say. */
      clockAheadSeconds: z.number().nullable(),
    }),
  },
  /** Gives the lists of a portal that is not in force yet. Errors as those of `portal.sites`. */
  "settings.portalLists": {
    input: z.strictObject(portalAt),
    output: z.strictObject({
      sites: z.array(typed<Site>()).readonly(),
      instrumentTypes: z.array(typed<InstrumentType>()).readonly(),
      /** Null where the portal does not offer the list. */
      instrumentRecords: z.array(typed<InstrumentRecord>()).readonly().nullable(),
    }),
  },
  /** Reads the official client's TOML into a document to be shown and saved. Writes nothing, not even its password. */
  "settings.importSubmitConfig": {
    input: z.strictObject({
      toml: z.string({ error: "must be the text of the file" }).max(900_000, { error: "is too long" }),
      /** For the messages. */
      fileName: word,
      /** The settings that it is added to, as somebody is changing them; null takes those of the file. */
      document: writtenDocument.nullable().default(null),
    }),
    output: z.strictObject({
      /** The settings with what was read added; null where nothing in it could be used. Nothing is saved yet. */
      document: settingsDocument.nullable(),
      /** How many instruments were added. */
      added: z.int().min(0),
      /** How many models were added. */
      addedModels: z.int().min(0),
      /** Differences from the imported file, one sentence each. */
      notes: z.array(z.string()).readonly(),
      /** Parts that could not be carried over or must be completed, one sentence each. */
      problems: z.array(z.string()).readonly(),
      /** For `settings.testConnection` and `settings.setPassword`; null where the file holds no password. */
      passwordId: uuid.nullable(),
    }),
  },
  /** Entries that left the settings and did not come back, as they would be written; the last one first. */
  "settings.removed": {
    input: noInput,
    output: z.strictObject({
      removed: z
        .array(z.strictObject({ list: z.enum(["instruments", "models"]), entry: written }))
        .readonly(),
    }),
  },
  /** The document for a file of the operator's own, without secrets. */
  "settings.export": {
    input: noInput,
    output: z.strictObject({ fileName: z.string(), json: z.string() }),
  },
};
