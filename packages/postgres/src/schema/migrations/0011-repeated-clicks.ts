import type { Migration } from './migration.js'

/** Clicks beyond the number that counts for one network. */
export const repeatedClicks: Migration = {
  id: '0011-repeated-clicks',
  sql: `
alter table click_count add column repeats bigint not null default 0 check (repeats >= 0);
alter table click_day add column repeats bigint not null default 0 check (repeats >= 0);

-- The last counted clicks on one URL by people from one network, newest first. Deleted an hour after the newest.
-- The network is a number that many networks share, from a keyed hash: an address is never stored.
create table click_network (
  account_id text collate "C" not null,
  link text collate "C" not null,
  code text collate "C" not null,
  network integer not null check (network >= 0),
  counted_at timestamptz[] not null check (cardinality(counted_at) between 1 and 20),
  primary key (account_id, link, code, network)
);
create index click_network_age on click_network (account_id, (counted_at[1]));
`,
}
