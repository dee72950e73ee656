import { expect, test } from '@jest/globals'
import { onShard, tablesIn } from './on-shard.js'

const NAMES = new Map(['account', 'contact', 'job', 'message', 'sender'].map((table) => [table, `${table}_7`]))

test.each([
  ['select id from message', 'select id from message_7 as message'],
  ['select m.id from message as m', 'select m.id from message_7 as m'],
  ['insert into job (id) values ($1)', 'insert into job_7 as job (id) values ($1)'],
  ['update job set fence = null', 'update job_7 as job set fence = null'],
  ['delete from job using message', 'delete from job_7 as job using message_7 as message'],
  ['select from job join contact on true', 'select from job_7 as job join contact_7 as contact on true'],
  ['select from job for update of job', 'select from job_7 as job for update of job'],
  ['select extract(epoch from message.sent_at)', 'select extract(epoch from message.sent_at)'],
  ['select a is distinct from job.fence', 'select a is distinct from job.fence'],
  ['select message, job from messages', 'select message, job from messages'],
  [
    'insert into job select 1 on conflict do update set id = 1',
    'insert into job_7 as job select 1 on conflict do update set id = 1',
  ],
])('a statement names the tables of the shard: %s', (text, placed) => {
  expect(onShard(text, NAMES)).toBe(placed)
})

test('a table that the shard lacks is an error, not a table of Citus', () => {
  expect(() => onShard('select from draft', NAMES)).toThrow('The shard has no table draft')
})

const NONE = { names: [] as string[], ofAccounts: false, ofCarriers: false, ofCopies: false, changesCopies: false }

test.each([
  ['savepoint here', NONE],
  ['select from job join sender on true', { ...NONE, names: ['job', 'sender'], ofAccounts: true, ofCopies: true }],
  ['select from smsc_text', { ...NONE, names: ['smsc_text'], ofCarriers: true }],
  [
    'insert into sender select from job',
    { ...NONE, names: ['sender', 'job'], ofAccounts: true, ofCopies: true, changesCopies: true },
  ],
  ['update account set name = $1', { ...NONE, names: ['account'], ofCopies: true, changesCopies: true }],
  ['delete  from api_key', { ...NONE, names: ['api_key'], ofCopies: true, changesCopies: true }],
])('it is known which tables a statement names: %s', (text, named) => {
  expect(tablesIn(text)).toEqual(named)
})
