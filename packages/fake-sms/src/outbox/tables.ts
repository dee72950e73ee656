import type { Knex } from 'knex'

/**
 * Creates the missing tables, all or none, in the schema that is first in the search path of `knex`. They are not part
 * of the service's migrations, because users of other providers do not need them.
 */
export async function createTables(knex: Knex): Promise<void> {
  for (let attempt = 1; !(await tablesExist(knex)); attempt++) {
    try {
      await knex.raw(CREATE_TABLES)
      return
    } catch (error) {
      // If two processes create a table at the same moment, the second fails despite "if not exists". Try again: the
      // other process may have an older version, which creates fewer tables.
      const isBeaten = CREATED_MEANWHILE.includes((error as { code?: string }).code!)
      if (!isBeaten || attempt === ATTEMPTS_MAX) throw error
    }
  }
}

const ATTEMPTS_MAX = 5
const CREATED_MEANWHILE = ['23505', '42P07', '42710']

async function tablesExist(knex: Knex): Promise<boolean> {
  const { rows } = await knex.raw<{ rows: { exist: boolean }[] }>(TABLES_EXIST)
  return rows[0]!.exist
}

/** Checks only the newest table: it is created in one transaction with everything else that was missing. */
const TABLES_EXIST = `select to_regclass('fake_sms_written') is not null as exist`

/**
 * Sent to Postgres as one query, so it is one transaction. Changes to a table precede its indexes, because two
 * processes that hold an index lock and both want the stronger lock for a change would deadlock. There is no timeout,
 * because the tables may be large and in use.
 */
const CREATE_TABLES = `
  set local statement_timeout = 0;
  create table if not exists fake_sms_behaviour (
    phone text collate "C" primary key,
    outcome text not null,
    times bigint,
    latency_ms integer,
    deduplicates boolean,
    can_be_asked boolean,
    messages_per_second integer
  );
  create table if not exists fake_sms_submission (
    reference text collate "C" not null,
    -- Empty for the first submission of its reference; later copies exist only if repeats are not deduplicated.
    copy text collate "C" not null,
    id text collate "C" not null,
    sender text collate "C" not null,
    phone text collate "C" not null,
    body text not null,
    media_url text,
    failure_type text,
    failure_message text,
    repetitions bigint not null default 0,
    submitted_at timestamptz not null,
    primary key (reference, copy)
  );
  alter table fake_sms_submission add column if not exists last_receipt json;
  create table if not exists fake_sms_written (
    id text collate "C" primary key,
    sender text collate "C" not null,
    phone text collate "C" not null,
    body text not null,
    media_url text,
    written_at timestamptz not null
  );
  create unique index if not exists fake_sms_delivered on fake_sms_submission (id) where failure_type is null;
  create index if not exists fake_sms_phone on fake_sms_submission (phone, id) where failure_type is null;
  -- Separate indexes for refusals, so that accepted submissions need no additional index entries.
  create index if not exists fake_sms_refused on fake_sms_submission (id) where failure_type is not null;
  create index if not exists fake_sms_phone_refused on fake_sms_submission (phone, id) where failure_type is not null;
  create index if not exists fake_sms_phone_written on fake_sms_written (phone, id)`
