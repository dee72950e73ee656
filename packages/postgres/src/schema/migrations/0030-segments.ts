import type { Migration } from './migration.js'

/**
 * Saved filters, and the texts of contacts as filters compare them. Only the core folds letters outside ASCII, so their
 * folded texts are stored: a worker makes those of contacts from before this migration. The tokens of a contact with
 * more than a hundred are made again, because they did not tell that some are missing.
 */
export const segments: Migration = {
  id: '0030-segments',
  sql: `
create table segment (
  account_id text collate "C" not null,
  id text collate "C" not null,
  name text collate "C" not null,
  name_folded text collate "C" not null,
  condition jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, id)
);
create unique index segment_of_name on segment (account_id, name_folded);
create index segment_newest on segment (account_id, created_at, id);

-- The folded texts of the contact that contain more than ASCII, by the name of their field.
alter table contact add column folded jsonb;
update contact
   set search = outdated.search
  from (
         select contact.account_id, contact.id,
                case when cardinality(string_to_array(contact.search, ' ')) < 100 then '~ ' || contact.search end as search
           from contact
          where contact.search is not null
            and (
              cardinality(string_to_array(contact.search, ' ')) >= 100
              or left(contact.search, 1) <> '~' and concat_ws(
                '', first_name, last_name, email, city, state, postal_code, country, custom_values::text
              ) ~ '[^\\x01-\\x7f]'
            )
       ) as outdated
 where contact.account_id = outdated.account_id and contact.id = outdated.id;
`,
}
