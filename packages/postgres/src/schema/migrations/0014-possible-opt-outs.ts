import type { Migration } from './migration.js'

/** Inbound messages that may ask to opt out although they are no keyword. */
export const possibleOptOuts: Migration = {
  id: '0014-possible-opt-outs',
  sql: `
-- Without the number and the text, which are in the message.
create table possible_opt_out (
  account_id text collate "C" not null,
  message_id text collate "C" not null,
  received_at timestamptz not null,
  primary key (account_id, message_id)
);
create index possible_opt_out_newest on possible_opt_out (account_id, received_at, message_id);
`,
}
