import type { Migration } from './migration.js'

/** Pools of numbers, and the number that each recipient keeps. */
export const pools: Migration = {
  id: '0035-pools',
  sql: `
alter table account add column pools json not null default '[]';

-- The pool as it was when the broadcast was accepted.
alter table broadcast add column pool json;

-- The number of the pool from which a person is texted. No foreign key: an account keeps its pools in its own row.
create table pool_member (
  account_id text collate "C" not null,
  pool_id text collate "C" not null,
  phone text collate "C" not null,
  number text collate "C" not null,
  primary key (account_id, pool_id, phone)
);

-- How many people have a number of a pool. Its rows are locked by every transaction that gives numbers to people.
create table pool_load (
  account_id text collate "C" not null,
  pool_id text collate "C" not null,
  number text collate "C" not null,
  people bigint not null,
  primary key (account_id, pool_id, number)
) with (fillfactor = 50);
`,
}
