import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from '@jest/globals'
import { APPENDED_TABLES, rewritesHistory, sqlFaults } from './sql-lint.js'

// The tests of the Postgres package check each statement that the stores send. These tests show that the check detects
// faults.

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
    'with recursive accounts_due (account_id, run_at) as (select account_id, run_at from job where lane = $1) select',
    'create table message (account_id text not null, idempotency_key text); create index i on message (account_id)',
    'BEGIN;',
  ])('passes: %s', (statement) => {
    expect(sqlFaults(statement)).toEqual([])
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
    ['job without its account_id', 'with recursive accounts (account_id) as (select account_id from job) select'],
    ['consent without its account_id', 'update consent set active_groups = 0 where phone = $1'],
    ['group_tag without its account_id', 'delete from group_tag where group_id = $1'],
    ['event without its account_id', 'delete from tag using event where tag.account_id = $1'],
    ['tag is not given account_id first', 'insert into tag (id, account_id) values ($1, $2)'],
    ['tag is not given account_id first', 'insert into tag select $1, $2'],
    [
      'account_id is not first in on conflict (id)',
      'insert into tag (account_id, id) values ($1, $2) on conflict (id) do nothing',
    ],
  ])('is reported as "%s": %s', (fault, statement) => {
    expect(sqlFaults(statement)[0]).toMatch(new RegExp(`^${fault.replace(/[()]/g, '\\$&')}`))
  })
})

describe('every statement', () => {
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
    ['STORAGE after the table', 'create table x (a text storage external not null)'],
  ])('is checked for the rule "%s": %s', (why, statement) => {
    expect(sqlFaults(statement).join()).toContain(why)
  })
})

describe.each(APPENDED_TABLES)('a row of %s', (table) => {
  test.each([
    'update TABLE set reason = $2 where account_id = $1',
    'UPDATE ONLY public."TABLE" AS old SET id = $2 WHERE old.account_id = $1',
    'delete from TABLE where account_id = $1',
    'delete\n  from only TABLE -- all of it',
    'with gone as (delete from TABLE where account_id = $1 returning *) select from gone',
    'truncate TABLE',
    'truncate table contact, TABLE cascade',
    'drop table if exists TABLE',
    'merge into TABLE using contact on true when matched then delete',
    `insert into TABLE (account_id, id) values ($1, $2)
       on conflict (account_id, id) do update set id = excluded.id`,
  ])('may not be changed or deleted: %s', (statement) => {
    const sql = statement.replaceAll('TABLE', table)
    expect(sqlFaults(sql).join()).toContain('only ever appended to')
    expect(rewritesHistory(`const SQL = \`\n  ${sql}\``)).toBe(true)
  })

  test.each([
    'insert into TABLE (account_id, id) values ($1, $2) on conflict (account_id, id) do nothing',
    'select * from TABLE where account_id = $1',
    `with logged as (insert into TABLE (account_id, id) values ($1, $2) on conflict (account_id, id) do nothing)
     insert into consent (account_id, phone) values ($1, $2) on conflict (account_id, phone) do update set phone = $2`,
    'delete from TABLE_text where TABLE_text.account_id = $1',
    'create table TABLE (account_id text)',
  ])('is not changed by: %s', (statement) => {
    expect(rewritesHistory(statement.replaceAll('TABLE', table))).toBe(false)
  })
})

test.each([
  'update audit_entry set action = $1 where id = $2',
  'insert into audit_subject (entry_id, subject) values ($1, $2) on conflict (entry_id, subject) do update set subject = $2',
  'truncate audit_entry',
])('entries of the audit are never changed: %s', (sql) => {
  expect(rewritesHistory(sql)).toBe(true)
})

test('entries of the audit are deleted when they are too old', () => {
  expect(rewritesHistory('delete from audit_entry where id in (select id from audit_entry where at <= $1)')).toBe(false)
})

test('no source file has a statement that changes or deletes rows of an append-only table', () => {
  const folder = join(import.meta.dirname, '../packages/postgres/src')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
  expect(sources).toContain('consent/consent-log.ts')
  expect(sources.filter((file) => rewritesHistory(readFileSync(join(folder, file), 'utf8')))).toEqual([])
})
