import { expect, test } from '@jest/globals'
import type { Activity, Mark, Topic } from './activity.js'
import { auditMark } from './activity.js'
import { changesBetween } from './changes.js'

const mark = (topic: Topic, id: string, version = '1'): Mark => ({ topic, id, version })
const activity = (marks: readonly Mark[], counts: Activity['counts'] = {}): Activity => ({ marks, counts })

test('nothing has changed between equal states, nor when an old object is no longer among the newest', () => {
  const before = activity([mark('contacts', 'con_1'), mark('contacts', 'con_2')], { conversations: { unread: 3 } })
  expect(changesBetween(before, structuredClone(before))).toEqual([])
  expect(changesBetween(before, { ...before, marks: before.marks.slice(1) })).toEqual([])
})

test('new objects and new versions are named by topic', () => {
  const before = activity([mark('broadcasts', 'brc_1'), mark('broadcasts', 'brc_2'), mark('contacts', 'con_1')])
  const after = activity([mark('broadcasts', 'brc_3'), mark('broadcasts', 'brc_2', '2'), mark('contacts', 'con_1')])
  expect(changesBetween(before, after)).toEqual([{ topic: 'broadcasts', ids: ['brc_3', 'brc_2'], counts: {} }])
})

test('a count alone is a change too', () => {
  const after = activity([], { conversations: { unread: 2 } })
  expect(changesBetween(activity([]), after)).toEqual([{ topic: 'conversations', ids: [], counts: { unread: 2 } }])
})

test('after a change by a user, everything of the topic may have changed', () => {
  const after = activity([
    mark('schedules', 'sch_1', '2'),
    auditMark({ id: 'aud_1', action: 'schedule.occurrence-skipped' }),
    auditMark({ id: 'aud_2', action: 'webhook.added' }),
  ])
  expect(changesBetween(activity([mark('schedules', 'sch_1')]), after)).toEqual([
    { topic: 'account', ids: [], counts: {} },
    { topic: 'schedules', ids: [], counts: {} },
  ])
})
