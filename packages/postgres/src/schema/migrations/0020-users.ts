import type { Migration } from './migration.js'

/** Users of the dashboard, with their roles, sessions and links, and the log of what they change. */
export const users: Migration = {
  id: '0020-users',
  sql: `
create table dashboard_user (
  id text collate "C" primary key,
  -- In its one spelling.
  email text collate "C" not null unique,
  name text not null,
  is_owner boolean not null,
  password_hash text,
  issuer text collate "C",
  subject text collate "C",
  timezone text,
  disabled_at timestamptz,
  created_at timestamptz not null,
  check ((issuer is null) = (subject is null)),
  unique (issuer, subject)
);
create index dashboard_user_owners on dashboard_user (id) where is_owner;

create table user_role (
  user_id text collate "C" not null references dashboard_user on delete cascade,
  account_id text collate "C" not null,
  role text collate "C" not null check (role in ('viewer', 'editor', 'sender', 'admin')),
  primary key (user_id, account_id)
);
create index user_role_of_account on user_role (account_id, user_id);

create table user_session (
  id text collate "C" primary key,
  user_id text collate "C" not null references dashboard_user on delete cascade,
  token_hash text collate "C" not null unique,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  address text,
  user_agent text
);
create index user_session_newest on user_session (user_id, created_at, id);
create index user_session_expiry on user_session (expires_at);

create table one_time_link (
  -- The id of the user, or 'setup': each has at most one link.
  owner text collate "C" primary key,
  purpose text collate "C" not null check (purpose in ('setup', 'invite', 'reset')),
  user_id text collate "C" references dashboard_user on delete cascade,
  token_hash text collate "C" not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'setup') = (user_id is null)),
  check (owner = coalesce(user_id, 'setup'))
);
create index one_time_link_expiry on one_time_link (expires_at);

-- Has no foreign keys, because entries outlive what they are about.
create table audit_entry (
  id text collate "C" primary key,
  at timestamptz not null,
  user_id text collate "C",
  command text,
  session_id text collate "C",
  address text,
  account_id text collate "C",
  action text collate "C" not null,
  details json not null,
  check ((user_id is null) <> (command is null))
);
create index audit_entry_newest on audit_entry (at, id);
create index audit_entry_of_account on audit_entry (account_id, at, id) where account_id is not null;
create index audit_entry_of_user on audit_entry (user_id, at, id) where user_id is not null;

create table audit_subject (
  entry_id text collate "C" not null references audit_entry on delete cascade,
  subject text collate "C" not null,
  primary key (entry_id, subject)
);
`,
}
