import {
  failedStates as failed,
  inFlightStates as inFlight,
  lanes,
  terminalStates as terminal,
  unsentStates as unsent,
  uploadStates,
} from "#domain/upload.ts";

/** Marks a SQLite file as a Skyferry ledger (`PRAGMA application_id`): "SkyF". */
export const applicationId = 0x536b7946;

/**
 * The lists of the domain as SQL. They are also part of the schema: where one changes, the next version of the schema
 * makes again what names it, and the earlier steps keep the list that they were released with.
 */
const listed = (words: readonly string[]) => `(${words.map((word) => `'${word}'`).join(",")})`;

/** States in which a file still has to reach the portal, as SQL. */
export const unsentSql = listed(unsent);

/** States in which a claim is open, as SQL. */
export const inFlightSql = listed(inFlight);

/** States that an upload leaves no more, as SQL. */
export const terminalSql = listed(terminal);

/** States of `uploads_record`, as SQL: the index is used by those who name all of them. */
export const recordSql = listed([...inFlight, "delivered"]);

/**
 * Version 1. `retired` is 0, or the row's own seq once it is superseded: a version that comes back to the disk
 * after it was superseded is a new upload, while every other version is here once.
 * `counts` and `instruments` are kept in the transactions that change `uploads`, so that totals cost the same with
 * ten rows and with a million.
 */
const version1 = `
CREATE TABLE uploads (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  instrument TEXT NOT NULL,
  rel_path TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size >= 0),
  mtime_us INTEGER NOT NULL,
  measurement_date TEXT NOT NULL,
  checksum TEXT CHECK (length(checksum) = 32 AND checksum NOT GLOB '*[^0-9a-f]*'),
  record_key TEXT,
  state TEXT NOT NULL CHECK (state IN
    ${listed(uploadStates)}),
  failure TEXT,
  cause TEXT,
  not_before_ms INTEGER,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  lane TEXT NOT NULL CHECK (lane IN ${listed(lanes)}),
  is_announced INTEGER NOT NULL CHECK (is_announced IN (0, 1)),
  asks_first INTEGER NOT NULL CHECK (asks_first IN (0, 1)),
  receipt TEXT,
  created_at_ms INTEGER NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  retired INTEGER NOT NULL DEFAULT 0,
  CHECK ((failure IS NOT NULL) = (state IN ${listed(failed)})),
  CHECK ((cause IS NOT NULL) = (failure IS NOT NULL)),
  CHECK ((not_before_ms IS NOT NULL) = (state = 'waiting')),
  CHECK ((receipt IS NOT NULL) = (state = 'delivered')),
  CHECK (state NOT IN ('announcing','sending','delivered') OR (checksum IS NOT NULL AND record_key IS NOT NULL)),
  CHECK (is_announced = 0 OR (checksum IS NOT NULL AND state NOT IN ${terminalSql})),
  CHECK (state <> 'sending' OR is_announced = 1),
  CHECK (state <> 'queued' OR is_announced = 0 OR lane = 'debt'),
  CHECK (retired = CASE state WHEN 'superseded' THEN seq ELSE 0 END)
) STRICT;

CREATE UNIQUE INDEX uploads_version ON uploads (instrument, rel_path, size, mtime_us, retired);
CREATE UNIQUE INDEX uploads_unfinished_path ON uploads (instrument, rel_path)
  WHERE state NOT IN ${terminalSql};
CREATE UNIQUE INDEX uploads_checksum_in_flight ON uploads (checksum) WHERE state IN ('announcing','sending');
CREATE INDEX uploads_claimable ON uploads (lane, instrument, measurement_date DESC, mtime_us, seq, size)
  WHERE state = 'queued';
CREATE INDEX uploads_by_change ON uploads (state, instrument, updated_at_ms, seq);
CREATE INDEX uploads_by_cause ON uploads (cause, state, instrument, updated_at_ms, seq) WHERE cause IS NOT NULL;
CREATE INDEX uploads_due ON uploads (not_before_ms) WHERE state = 'waiting';
CREATE INDEX uploads_unsent ON uploads (mtime_us) WHERE state IN ${unsentSql};
CREATE INDEX uploads_record ON uploads (record_key) WHERE state IN ${recordSql};

CREATE TABLE journal (
  seq INTEGER PRIMARY KEY,
  at_ms INTEGER NOT NULL,
  upload INTEGER NOT NULL REFERENCES uploads (seq),
  event TEXT NOT NULL,
  state TEXT NOT NULL,
  detail TEXT
) STRICT;
CREATE INDEX journal_by_upload ON journal (upload);

CREATE TABLE counts (
  instrument TEXT NOT NULL,
  state TEXT NOT NULL,
  lane TEXT NOT NULL,
  uploads INTEGER NOT NULL CHECK (uploads >= 0),
  PRIMARY KEY (instrument, state, lane)
) STRICT, WITHOUT ROWID;
CREATE TABLE instruments (name TEXT PRIMARY KEY, newest_mtime_us INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`;

/** Modification times that `instruments.recent` keeps. */
export const recentTimes = 60;

/**
 * Version 2. `file_hours` counts files by the hour of their modification time, `delivery_hours` by the hour of their
 * delivery (hours since the epoch); `recent` holds the newest modification times as a JSON list, newest first. All
 * are kept as `counts` is, so that no page has to count uploads.
 */
const version2 = `
CREATE TABLE file_hours (
  instrument TEXT NOT NULL,
  hour INTEGER NOT NULL,
  found INTEGER NOT NULL,
  delivered INTEGER NOT NULL,
  given_up INTEGER NOT NULL,
  PRIMARY KEY (instrument, hour)
) STRICT, WITHOUT ROWID;
INSERT INTO file_hours
  SELECT instrument, mtime_us / 3600000000 AS hour, count(*), sum(state = 'delivered'), sum(state = 'cancelled')
    FROM uploads WHERE state <> 'superseded' GROUP BY instrument, hour;

CREATE TABLE delivery_hours (
  instrument TEXT NOT NULL,
  hour INTEGER NOT NULL,
  files INTEGER NOT NULL,
  sent_bytes INTEGER NOT NULL,
  PRIMARY KEY (instrument, hour)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_hours
  SELECT instrument, updated_at_ms / 3600000 AS hour, count(*),
      sum(CASE WHEN receipt ->> 'kind' IN ('stored','replaced') THEN size ELSE 0 END)
    FROM uploads WHERE state = 'delivered' GROUP BY instrument, hour;

ALTER TABLE instruments ADD COLUMN recent TEXT NOT NULL DEFAULT '[]';
UPDATE instruments SET recent = (
  SELECT json_group_array(mtime_us) FROM (
    SELECT CAST(mtime_us AS REAL) AS mtime_us FROM uploads
      WHERE instrument = name ORDER BY uploads.mtime_us DESC LIMIT ${recentTimes}));
`;

/** An upload whose bytes the portal holds under another name only, as SQL. */
export const deliveredTwin = "state = 'delivered' AND receipt ->> 'kind' = 'twin'";

/**
 * Version 3. Twins are looked up whenever the content of a record changes. Uploads that wait or are blocked are counted
 * by their cause, kept as `counts` is: a look at the metrics counts no upload.
 */
const version3 = `
CREATE INDEX uploads_twins ON uploads (checksum) WHERE ${deliveredTwin};

CREATE TABLE cause_counts (
  instrument TEXT NOT NULL,
  state TEXT NOT NULL,
  cause TEXT NOT NULL,
  uploads INTEGER NOT NULL CHECK (uploads >= 0),
  PRIMARY KEY (instrument, state, cause)
) STRICT, WITHOUT ROWID;
INSERT INTO cause_counts
  SELECT instrument, state, cause, count(*) FROM uploads WHERE cause IS NOT NULL GROUP BY instrument, state, cause;
`;

/** A delivered upload whose receipt rests on a record that it does not name (before ADR 12), as SQL. */
export const unnamedRecord =
  "state = 'delivered' AND receipt ->> 'kind' IN ('known','twin') AND receipt ->> 'recordFilename' IS NULL";

/**
 * Version 4. Twins are counted apart, kept as `counts` is; receipts without a record are looked up again: each leaves `uploads_unnamed`
 * for good. The mark of the file that was read last; NULL where it is not known. A file may be rewritten with the same
 * size and modification time, so that delivered versions of a path may agree in both: the newest of them counts.
 */
const version4 = `
ALTER TABLE uploads ADD COLUMN ctime_us INTEGER;
ALTER TABLE uploads ADD COLUMN file_id TEXT;
DROP INDEX uploads_version;
CREATE INDEX uploads_version ON uploads (instrument, rel_path, size, mtime_us, retired);
CREATE INDEX uploads_duplicates ON uploads (instrument, mtime_us) WHERE ${deliveredTwin};
CREATE TABLE duplicate_counts (
  instrument TEXT PRIMARY KEY,
  uploads INTEGER NOT NULL CHECK (uploads >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO duplicate_counts
  SELECT instrument, count(*) FROM uploads INDEXED BY uploads_duplicates WHERE ${deliveredTwin} GROUP BY instrument;
CREATE INDEX uploads_unnamed ON uploads (seq) WHERE ${unnamedRecord};
`;

/** An upload on its way or on the portal whose content a person should know of, as SQL. */
export const questionable =
  "content IS NOT NULL AND content ->> 'isAllowed' = 0 AND state NOT IN ('blocked','cancelled','superseded')";

/** Version 5. Facts that speak against the content of a file, as JSON; such files are few, and are looked up by their time. */
const version5 = `
ALTER TABLE uploads ADD COLUMN content TEXT;
CREATE INDEX uploads_questionable ON uploads (instrument, mtime_us) WHERE ${questionable};
`;

/**
 * Version 6. Content of the portal's lists for this station's instruments: `portal_records` its raw files, `portal_products`
 * what it made of them, `portal_lists` which months were read when (epoch milliseconds; month '' is the newest look at
 * what changed). Days count from the epoch. `reading` numbers the reading that a row was met in last. All of it comes from
 * one portal, and can be asked for again.
 */
const version6 = `
CREATE INDEX uploads_by_date ON uploads (instrument, measurement_date);
CREATE TABLE portal_address (url TEXT NOT NULL, reading INTEGER NOT NULL) STRICT;
CREATE TABLE portal_sources (
  id INTEGER PRIMARY KEY,
  site TEXT NOT NULL,
  pid TEXT NOT NULL,
  UNIQUE (site, pid)
) STRICT;
CREATE TABLE portal_records (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE,
  source INTEGER NOT NULL REFERENCES portal_sources (id),
  day INTEGER NOT NULL,
  checksum BLOB,
  filename TEXT NOT NULL,
  tags TEXT NOT NULL,
  size INTEGER,
  status TEXT NOT NULL,
  updated_at_ms INTEGER NOT NULL,
  reading INTEGER NOT NULL
) STRICT;
CREATE INDEX portal_records_by_day ON portal_records (source, day);
CREATE INDEX portal_records_by_checksum ON portal_records (checksum);
CREATE TABLE portal_products (
  id INTEGER PRIMARY KEY,
  uuid BLOB NOT NULL UNIQUE,
  source INTEGER NOT NULL REFERENCES portal_sources (id),
  day INTEGER NOT NULL,
  product TEXT NOT NULL,
  volatile INTEGER NOT NULL CHECK (volatile IN (0, 1)),
  error_level TEXT,
  updated_at_ms INTEGER NOT NULL,
  reading INTEGER NOT NULL
) STRICT;
CREATE INDEX portal_products_by_day ON portal_products (source, day);
CREATE TABLE portal_lists (
  kind TEXT NOT NULL CHECK (kind IN ('raw','products')),
  site TEXT NOT NULL,
  instrument TEXT NOT NULL,
  month TEXT NOT NULL,
  read_at_ms INTEGER NOT NULL,
  newest_at_ms INTEGER NOT NULL,
  PRIMARY KEY (kind, site, instrument, month)
) STRICT, WITHOUT ROWID;
`;

/**
 * Version 7. Events of the station itself (ADR 24): at most one of a kind and subject lasts; `times` counts how often it
 * began. `line_hours` counts the journal's lines of some events by hour (since the epoch), kept as `counts` is, so
 * that days cost the same however long the journal. `station_run` is what the last run left.
 */
const version7 = `
CREATE TABLE station_events (
  seq INTEGER PRIMARY KEY,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER CHECK (to_ms >= from_ms),
  times INTEGER NOT NULL CHECK (times > 0),
  detail TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX station_events_lasting ON station_events (kind, subject) WHERE to_ms IS NULL;
CREATE INDEX station_events_by_kind ON station_events (kind, subject, seq);
CREATE INDEX station_events_by_time ON station_events (from_ms);
CREATE TABLE station_run (version TEXT NOT NULL, alive_ms INTEGER NOT NULL, settings TEXT NOT NULL) STRICT;
CREATE TABLE line_hours (
  hour INTEGER NOT NULL,
  instrument TEXT NOT NULL,
  event TEXT NOT NULL,
  lines INTEGER NOT NULL,
  PRIMARY KEY (hour, instrument, event)
) STRICT, WITHOUT ROWID;
INSERT INTO line_hours
  SELECT j.at_ms / 3600000 AS hour, u.instrument, j.event, count(*)
    FROM journal j CROSS JOIN uploads u ON u.seq = j.upload
    WHERE j.event IN ('enqueued','confirmed','failed-final','lost','revoked')
    GROUP BY hour, u.instrument, j.event;
`;

/**
 * Version 8. A receipt counts until a list that was asked for after it contradicts it (ADR 32): `uploads.reading` is how many
 * readings of lists had begun when the receipt came, null for receipts of earlier versions; `whole_reading` and `whole_at_ms`
 * of a list are of the newest one that ended whole and of which every row could be read. `first_looks`: what the first look
 * saw that was not as a receipt says.
 */
const version8 = `
ALTER TABLE uploads ADD COLUMN reading INTEGER;
CREATE TABLE first_looks (
  upload INTEGER PRIMARY KEY REFERENCES uploads (seq),
  at_ms INTEGER NOT NULL,
  seen TEXT NOT NULL
) STRICT;
CREATE TABLE portal_lists_read (
  kind TEXT NOT NULL CHECK (kind IN ('raw','model','products')),
  site TEXT NOT NULL,
  instrument TEXT NOT NULL,
  month TEXT NOT NULL,
  read_at_ms INTEGER NOT NULL,
  newest_at_ms INTEGER NOT NULL,
  whole_reading INTEGER NOT NULL DEFAULT 0,
  whole_at_ms INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, site, instrument, month)
) STRICT, WITHOUT ROWID;
INSERT INTO portal_lists_read (kind, site, instrument, month, read_at_ms, newest_at_ms)
  SELECT kind, site, instrument, month, read_at_ms, newest_at_ms FROM portal_lists;
DROP TABLE portal_lists;
ALTER TABLE portal_lists_read RENAME TO portal_lists;
`;

/** A version of a file that has a newer one, as SQL; what is superseded is neither. */
export const hasNewer = `state <> 'superseded' AND EXISTS (SELECT 1 FROM uploads AS new INDEXED BY uploads_version
  WHERE new.instrument = old.instrument AND new.rel_path = old.rel_path AND new.seq > old.seq AND new.retired = 0)`;

/**
 * Version 9. A file counts once, by its newest version: what `file_hours` counts of versions that have a newer one is counted
 * beside it, and those of them that are delivered by instrument, too.
 */
const version9 = `
ALTER TABLE file_hours ADD COLUMN old_found INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file_hours ADD COLUMN old_delivered INTEGER NOT NULL DEFAULT 0;
ALTER TABLE file_hours ADD COLUMN old_given_up INTEGER NOT NULL DEFAULT 0;
UPDATE file_hours
  SET old_found = counted.found, old_delivered = counted.delivered, old_given_up = counted.given_up
  FROM (SELECT instrument AS name, mtime_us / 3600000000 AS of_hour, count(*) AS found,
      sum(state = 'delivered') AS delivered, sum(state = 'cancelled') AS given_up
    FROM uploads AS old WHERE ${hasNewer} GROUP BY name, of_hour) AS counted
  WHERE instrument = name AND hour = of_hour;
CREATE TABLE replaced_counts (
  instrument TEXT PRIMARY KEY,
  uploads INTEGER NOT NULL CHECK (uploads >= 0)
) STRICT, WITHOUT ROWID;
INSERT INTO replaced_counts
  SELECT instrument, count(*) FROM uploads AS old WHERE state = 'delivered' AND ${hasNewer} GROUP BY instrument;
`;

/**
 * Version 10. Under which site and PID files of an instrument were delivered, and of which dates: the settings may name others
 * by now. The identity of a record is `site|date|name|pid|tags`.
 */
const version10 = `
CREATE TABLE delivery_places (
  instrument TEXT NOT NULL,
  site TEXT NOT NULL,
  pid TEXT NOT NULL,
  first_date TEXT NOT NULL,
  last_date TEXT NOT NULL,
  PRIMARY KEY (instrument, site, pid)
) STRICT, WITHOUT ROWID;
INSERT INTO delivery_places
  SELECT instrument, site, substr(tail, 1, instr(tail, '|') - 1) AS of_pid, min(measurement_date), max(measurement_date)
    FROM (SELECT instrument, site, measurement_date, substr(rest, instr(rest, '|') + 1) AS tail
      FROM (SELECT instrument, measurement_date, substr(record_key, 1, instr(record_key, '|') - 1) AS site,
          substr(record_key, instr(record_key, '|') + 12) AS rest
        FROM uploads WHERE state = 'delivered' AND record_key GLOB '*|????-??-??|*|*|*'))
    GROUP BY instrument, site, of_pid;
`;

/** Steps from each version of the schema to the next; `PRAGMA user_version` counts them. */
export const migrations: readonly string[] = [
  version1,
  version2,
  version3,
  version4,
  version5,
  version6,
  version7,
  version8,
  version9,
  version10,
];

/** The statements of a step, each to be run by itself: every one of them can fail. */
export function statementsOf(step: string): readonly string[] {
  return step.split(/;\n/).filter((statement) => statement.trim() !== "");
}
