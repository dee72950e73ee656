import type { Knex } from 'knex'

/**
 * Makes the tables where they are missing, all of them or none, in the schema that the search path of `knex` leads to.
 * They are no migration of the service: nobody needs them who uses another provider.
 */
export async function createTables(knex: Knex): Promise<void> {
  const { rows } = await knex.raw<{ rows: { exist: boolean }[] }>(TABLES_EXIST)
  if (rows[0]!.exist) return
  try {
    await knex.raw(CREATE_TABLES)
  } catch (error) {
    // Two that create one table at the same moment: "if not exists" does not keep the second from failing.
    if (!CREATED_MEANWHILE.includes((error as { code?: string }).code!)) throw error
  }
}

const CREATED_MEANWHILE = ['23505', '42P07', '42710']

const TABLES_EXIST = `select to_regclass('fake_sms_submission') is not null as exist`

/** One statement for Postgres, so that it is one transaction. */
const CREATE_TABLES = `
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
    -- Empty for the first under its reference; there is another only where repetitions are not noticed.
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
  create unique index if not exists fake_sms_delivered on fake_sms_submission (id) where failure_type is null;
  create index if not exists fake_sms_phone on fake_sms_submission (phone, id) where failure_type is null`
