import { expect, test } from '@jest/globals'
import { isPlainRead, isSelect } from './plain-read.js'

test.each([
  'select id from contact where phone = $1',
  '\n  SELECT updated_at, is_shared from note',
  'with recent as (select id from message) select count(*) from recent',
])('only reads: %s', (statement) => {
  expect(isPlainRead(statement)).toBe(true)
})

test.each([
  'select id from contact for update',
  'select id from contact for no key update of contact',
  'select key from custom_field FOR KEY SHARE',
  'with gone as (delete from job returning id) select id from gone',
  'with made as (insert into job values (1) returning id) select id from made',
  'with changed as (update job set id = 1 returning id) select id from changed',
  "select set_config('synchronous_commit', 'off', true)",
  "select pg_notify('channel', 'payload')",
  'select pg_advisory_xact_lock(1)',
  "select nextval('numbers')",
  'select id into other from contact',
  'insert into contact values (1)',
  'set local enable_nestloop = off',
  'savepoint before',
  'lock table account',
  'commit',
])('may do more than read: %s', (statement) => {
  expect(isPlainRead(statement)).toBe(false)
})

test('a select leaves nothing behind, even if it locks', () => {
  expect(isSelect('\n select from contact for update')).toBe(true)
  expect(isSelect('with gone as (delete from job returning id) select id from gone')).toBe(false)
})
