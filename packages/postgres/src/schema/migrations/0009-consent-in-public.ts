import type { Migration } from './migration.js'

/** Opt-in forms and their proofs, opt-outs that outlive an erasure, clicks by day, and the retention of an account. */
export const consentInPublic: Migration = {
  id: '0009-consent-in-public',
  sql: `
alter table account
  add column opt_in_form jsonb not null
    default '{"isOpen": true, "consentText": null, "privacyUrl": null, "termsUrl": null}',
  add column retention jsonb not null default '{"messages": null, "events": 90, "clicks": null}';
alter table account
  alter column opt_in_form drop default,
  alter column retention drop default;

-- For whoever comes to a form with the id of its group and no account.
create index contact_group_by_id on contact_group (id);

-- Every consent text that was ever shown. Only ever added to.
create table form_text (
  account_id text collate "C" not null,
  version integer not null check (version > 0),
  text text not null,
  since timestamptz not null,
  primary key (account_id, version)
);

create table form_entry (
  account_id text collate "C" not null,
  id text collate "C" not null,
  group_id text collate "C" not null,
  phone text collate "C" not null,
  version integer not null,
  address text collate "C" not null,
  network text collate "C" not null,
  agent text,
  created_at timestamptz not null,
  code_message_id text collate "C",
  code_at timestamptz not null,
  codes integer not null check (codes > 0),
  texts integer not null check (texts between 0 and codes),
  attempts integer not null check (attempts >= 0),
  confirmed_at timestamptz,
  primary key (account_id, id)
) with (fillfactor = 80);
create index form_entry_of_phone on form_entry (account_id, phone);
-- For limits, which those that were sent nothing do not count for: of them there may be any number.
create index form_entry_texted on form_entry (account_id, code_at) where texts > 0;
create index form_entry_texted_to on form_entry (account_id, phone, code_at) where texts > 0;
create index form_entry_of_network on form_entry (account_id, network, code_at);
create index form_entry_age on form_entry (account_id, code_at);

alter table message
  drop constraint message_purpose_check,
  add constraint message_purpose_check
    check (purpose in ('message', 'opt-in', 'confirmation', 'answer', 'code'));

-- For the proof of a number's consent: few messages are in either.
create index message_to_about_consent on message (account_id, to_number, created_at, id) where purpose <> 'message';
create index message_from_inbound on message (account_id, from_number, created_at, id) where direction = 'inbound';

-- What is personal of the evidence stands with the texts, in the row that an erasure takes away.
alter table consent_log add column form_version integer;
alter table consent_log_text
  alter column text drop not null,
  add column address text,
  add column agent text;

-- The hard opt-outs of numbers that were erased.
create table suppression (
  account_id text collate "C" not null,
  subject text collate "C" not null,
  opted_out_at timestamptz not null,
  primary key (account_id, subject)
);

-- Clicks by UTC day, which outlive the clicks themselves. recipients: whose first click it was. First and last are of people.
-- sent: URLs of messages of the day that are not kept any more.
-- A day stands in parts, by the code, so that all who follow one link at once do not wait for one row.
create table click_day (
  account_id text collate "C" not null,
  link text collate "C" not null,
  day date not null,
  part smallint not null,
  people bigint not null check (people >= 0),
  bots bigint not null check (bots >= 0),
  recipients bigint not null check (recipients >= 0),
  sent bigint not null default 0 check (sent >= 0),
  first_at timestamptz,
  last_at timestamptz,
  primary key (account_id, link, day, part)
) with (fillfactor = 50);
-- Of those that were counted and not kept one by one, nobody knows the day: they stand on the last that is known.
insert into click_day (account_id, link, day, part, people, bots, recipients, first_at, last_at)
with kept as (
  select click.account_id, click.link, click.code, (click.at at time zone 'UTC')::date as day, url.message_id, url.first_at,
         count(*) filter (where click.visitor = 'person') as people,
         count(*) filter (where click.visitor = 'bot') as bots,
         min(click.at) filter (where click.visitor = 'person') as first_of_day,
         max(click.at) filter (where click.visitor = 'person') as last_of_day
    from click
    join click_count as url on url.account_id = click.account_id and url.link = click.link and url.code = click.code
   group by 1, 2, 3, 4, 5, 6
),
known as (
  select account_id, link, code, sum(people) as people, sum(bots) as bots, max(day) as last_day
    from kept
   group by 1, 2, 3
),
every as (
  select account_id, link, day, people, bots,
         case when message_id is not null and day = (first_at at time zone 'UTC')::date then 1 else 0 end as recipients,
         first_of_day as first_at, last_of_day as last_at
    from kept
  union all
  select counted.account_id, counted.link, known.last_day, counted.people - known.people, counted.bots - known.bots, 0,
         null, counted.last_at
    from click_count as counted
    join known
      on known.account_id = counted.account_id and known.link = counted.link and known.code = counted.code
)
select account_id, link, day, 0, sum(people), sum(bots), sum(recipients), min(first_at), max(last_at)
  from every
 group by 1, 2, 3;
-- Who followed a link, the newest first click first.
create index click_count_by_first on click_count (account_id, link, first_at, message_id)
  where message_id is not null and first_at is not null;
-- How many went out with a link is counted by an index, which is quick where the table was vacuumed.
alter table click_count
  set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
create index click_age on click (account_id, at);

-- Whoever holds the row of an account trims it.
create table trim_turn (account_id text collate "C" primary key);

-- Whether its chunks are still there: so that whoever takes away old ones passes none that he has done with.
alter table broadcast add column has_recipients boolean not null default true;
create index broadcast_ended on broadcast (account_id, completed_at)
 where has_recipients and completed_at is not null;
`,
}
