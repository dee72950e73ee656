import { describe, expect, test } from '@jest/globals'
import { faultsOf } from './sql-lint.js'

// What stores really send is checked by the tests of the Postgres package, statement by statement. This shows that
// the check bites.

describe('a statement on a table of accounts', () => {
  test.each([
    'select * from contact where account_id = $1 and phone = $2',
    'select contact.* from contact where contact.account_id = $1 order by contact.id limit $2',
    'select from membership m join contact c on c.account_id = m.account_id and c.id = m.contact_id where m.account_id = $1',
    'select (select count(*) from tag where account_id = $1), (select count(*) from event where account_id = $2)',
    'update consent set active_groups = saved.n from json_to_recordset($1) as saved (n int) where account_id = $2',
    'delete from group_tag where account_id = $1 and group_id = $2',
    'insert into tag (account_id, id) values ($1, $2) on conflict (account_id, id) do nothing',
    'insert into rate_window as kept (account_id, bucket) select $1, $2 on conflict (account_id, bucket) do nothing',
    'insert into api_key (id, account_id) values ($1, $2) on conflict (id) do nothing',
    'select id from account where name = $1',
    'BEGIN;',
  ])('passes: %s', (statement) => {
    expect(faultsOf(statement)).toEqual([])
  })

  test.each([
    ['contact without its account_id', 'select * from contact where phone = $1'],
    ['contact without its account_id', 'select account_id from contact where id = $1'],
    ['contact without its account_id', 'select * from contact where account_id <> $1'],
    ['contact without its account_id', 'SELECT *\n  FROM contact -- account_id = $1\n WHERE id = $1'],
    [
      'contact without its account_id',
      'select from membership m join contact c on c.id = m.contact_id where m.account_id = $1',
    ],
    ['membership without its account_id', 'select from contact, membership where contact.account_id = $1'],
    [
      'tag without its account_id',
      'select (select count(*) from tag), (select count(*) from event where event.account_id = $1)',
    ],
    ['consent without its account_id', 'update consent set active_groups = 0 where phone = $1'],
    ['group_tag without its account_id', 'delete from group_tag where group_id = $1'],
    ['event without its account_id', 'delete from tag using event where tag.account_id = $1'],
    ['tag is not given account_id first', 'insert into tag (id, account_id) values ($1, $2)'],
    ['tag is not given account_id first', 'insert into tag select $1, $2'],
    [
      'account_id is not first in on conflict (id)',
      'insert into tag (account_id, id) values ($1, $2) on conflict (id) do nothing',
    ],
  ])('%s: %s', (fault, statement) => {
    expect(faultsOf(statement)[0]).toMatch(new RegExp(`^${fault.replace(/[()]/g, '\\$&')}`))
  })
})

describe('any statement', () => {
  test.each([
    ['time and chance come from Node', 'insert into account (created_at) values (now())'],
    ['time and chance come from Node', 'select current_timestamp'],
    ['time and chance come from Node', 'select gen_random_uuid()'],
    ['no sequences', 'create table log (id bigserial, n serial)'],
    ['no sequences', 'create table log (id bigint generated always as identity)'],
    ['no triggers', 'create trigger t after insert on contact execute function f()'],
    ['no advisory locks', 'select pg_advisory_xact_lock(1)'],
    ['no advisory locks', 'select pg_try_advisory_lock($1)'],
    ['no ON DELETE SET NULL', 'create table x (a text references b on delete set null)'],
    ['only ever appended to', 'delete from consent_log where account_id = $1'],
    ['only ever appended to', 'update ledger_entry set amount = 0 where account_id = $1'],
  ])('%s: %s', (why, statement) => {
    expect(faultsOf(statement).join()).toContain(why)
  })
})
