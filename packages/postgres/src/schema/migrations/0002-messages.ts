import type { Migration } from './migration.js'

/** A message, its idempotency key, the job that finishes it, and the credits that pay for it. */
export const messages: Migration = {
  id: '0002-messages',
  sql: `
-- Changed once or twice, when it is settled and when its receipt comes: room is left on the page for that, and no
-- index holds what changes.
create table message (
  account_id text collate "C" not null,
  id text collate "C" not null,
  direction text not null check (direction in ('outbound', 'inbound')),
  purpose text not null check (purpose in ('message', 'opt-in', 'confirmation', 'answer')),
  to_number text collate "C" not null,
  from_number text collate "C" not null,
  body text not null,
  media_url text,
  status text not null check (status in ('queued', 'sent', 'failed')),
  failure_type text,
  failure_message text,
  sent_at timestamptz,
  delivered_at timestamptz,
  created_at timestamptz not null,
  cost_sms integer not null check (cost_sms >= 0),
  cost_mms integer not null check (cost_mms >= 0),
  phase text check (phase in ('submitting', 'waiting')),
  attempt integer not null check (attempt >= 0),
  idempotency_key text collate "C",
  provider_id text collate "C",
  -- Whoever settles the message finds it here, in the row that it has waited for, when a receipt was kept meanwhile.
  receipt_kept boolean not null default false,
  primary key (account_id, id),
  check ((status = 'queued') = (phase is not null)),
  check ((status = 'failed') = (failure_type is not null))
) with (fillfactor = 80);
create index message_newest on message (account_id, created_at desc, id desc);
create index message_to on message (account_id, to_number, created_at desc, id desc);
create index message_from on message (account_id, from_number, created_at desc, id desc);

-- A text that came in is known by what the provider calls it, so that one that is delivered twice is stored once.
create table inbound_text (
  account_id text collate "C" not null,
  provider_id text collate "C" not null,
  message_id text collate "C" not null,
  primary key (account_id, provider_id)
);

-- Receipts that came before their message was settled.
create table receipt (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  at timestamptz not null,
  failure_type text,
  failure_message text,
  primary key (account_id, message_id)
);

create table provider_opt_out (
  account_id text collate "C" not null,
  phone text collate "C" not null,
  sender text collate "C" not null,
  at timestamptz not null,
  primary key (account_id, phone, sender)
);

create table idempotency_key (
  account_id text collate "C" not null,
  scope text collate "C" not null check (scope in ('message', 'broadcast', 'batch', 'schedule')),
  key text collate "C" not null,
  target text collate "C" not null,
  answer json,
  expires_at timestamptz,
  primary key (account_id, scope, key)
) with (fillfactor = 70);
create index idempotency_key_expiry on idempotency_key (account_id, expires_at) where expires_at is not null;

-- run_at is when the job can be claimed next: a claim moves it to the end of the lease, so that one index finds what
-- waits and what was left behind. The other one tells whether there is anything to find.
create table job (
  account_id text collate "C" not null,
  id text collate "C" not null,
  lane text collate "C" not null check (lane in ('quick', 'bulk')),
  kind text not null,
  payload json not null,
  run_at timestamptz not null,
  attempt integer not null default 0 check (attempt >= 0),
  fence text collate "C",
  primary key (account_id, id)
) with (fillfactor = 70);
create index job_due on job (lane, account_id, run_at, id);
create index job_next on job (lane, run_at);

create table dead_job (
  account_id text collate "C" not null,
  id text collate "C" not null,
  lane text collate "C" not null,
  kind text not null,
  payload json not null,
  run_at timestamptz not null,
  attempt integer not null,
  died_at timestamptz not null,
  error text not null,
  primary key (account_id, id)
);
create index dead_job_newest on dead_job (account_id, died_at desc, id desc);

-- Accepted recipients of a UTC day. In the row that an accepted message changes anyway.
alter table credit_balance add column accepted_on date, add column accepted bigint not null default 0;
`,
}
