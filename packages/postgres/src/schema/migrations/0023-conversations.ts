import type { Migration } from './migration.js'

/** The conversations with people who have sent a text, also before this migration. */
export const conversations: Migration = {
  id: '0023-conversations',
  sql: `
create table conversation (
  account_id text collate "C" not null,
  id text collate "C" not null,
  number text collate "C" not null,
  phone text collate "C" not null,
  status text collate "C" not null check (status in ('open', 'closed')),
  unread integer not null check (unread >= 0),
  last_message_id text collate "C" not null,
  last_at timestamptz not null,
  primary key (account_id, id)
) with (fillfactor = 70);
create unique index conversation_of_phone on conversation (account_id, phone, number);
create index conversation_newest on conversation (account_id, last_at, id);
create index conversation_newest_of_status on conversation (account_id, status, last_at, id);
create index conversation_newest_unread on conversation (account_id, last_at, id) where unread > 0;
-- For the retention, which deletes a conversation with the newest text of the person.
create index conversation_of_message on conversation (account_id, last_message_id);

-- The texts until now count as read. Texts of short codes and of erased numbers have no conversation.
insert into conversation (account_id, id, number, phone, status, unread, last_message_id, last_at)
select distinct on (message.account_id, from_number, to_number)
       message.account_id, 'cnv_' || substr(message.id, 5), to_number, from_number, 'open', 0, message.id, message.created_at
  from message
  join sender on sender.account_id = message.account_id and sender.number = message.to_number
 where direction = 'inbound' and from_number ~ '^[+][1-9][0-9]{6,14}$'
 order by message.account_id, from_number, to_number, message.created_at desc, message.id desc;
`,
}
