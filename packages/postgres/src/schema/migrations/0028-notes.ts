import type { Migration } from './migration.js'

/** Who takes care of a conversation, and what users of the dashboard note about it. */
export const notes: Migration = {
  id: '0028-notes',
  sql: `
-- The id of a user of the dashboard.
alter table conversation add column assignee text collate "C";
create index conversation_newest_of_assignee on conversation (account_id, assignee, last_at, id);

create table conversation_note (
  account_id text collate "C" not null,
  id text collate "C" not null,
  conversation_id text collate "C" not null,
  author_id text collate "C" not null,
  body text collate "C" not null,
  created_at timestamptz not null,
  primary key (account_id, id),
  foreign key (account_id, conversation_id) references conversation (account_id, id) on delete cascade
);
create index conversation_note_oldest on conversation_note (account_id, conversation_id, created_at, id);
`,
}
