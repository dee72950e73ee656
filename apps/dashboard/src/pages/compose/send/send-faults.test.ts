import { expect, test } from '@jest/globals'
import { newComposition, type Changes } from '../composition.js'
import type { Preview } from '../audience/drop-words.js'
import { faultsIn } from './send-faults.js'

const EMPTY = newComposition({ timezone: 'UTC', idempotencyKey: 'k' })
const COMPLETE: Changes = { groups: ['grp_1'], from: '+12025550100', body: 'Hello' }
const NOW = Date.parse('2026-03-01T12:00:00Z')
const expired = { ...EMPTY.timing, hasExpiry: true, expiresAt: '2026-03-01T12:00' }
const once = { ...EMPTY.timing, when: 'once', at: '2026-03-01T09:00' } as const

function previewOf({ accepted = 5, required = 10, available = 10, tooLate = 0, expired = 0 }) {
  const credits = { required: { sms: required, mms: 0 }, available: { sms: available, mms: 0 } }
  return {
    recipients: { accepted },
    credits,
    windows: { atOnce: accepted - tooLate - expired, held: [], tooLate, expired },
  } as unknown as Preview
}

test.each<[Changes, Parameters<typeof previewOf>[0], readonly string[]]>([
  [{}, {}, ['audience', 'from', 'message']],
  [COMPLETE, {}, []],
  [{ ...COMPLETE, to: 'numbers' }, {}, ['audience']],
  [{ ...COMPLETE, to: 'filter' }, {}, ['audience']],
  [{ ...COMPLETE, to: 'filter', filter: { ...EMPTY.filter, segment: 'seg_1' } }, {}, []],
  [{ ...COMPLETE, to: 'filter', filter: { ...EMPTY.filter, by: 'own' } }, {}, ['audience']],
  [{ ...COMPLETE, body: '', mediaUrl: 'https://example.com/a.jpg' }, {}, []],
  [{ ...COMPLETE, mediaUrl: 'https://example.com/a.jpg', timing: once }, {}, ['message']],
  [{ ...COMPLETE, source: 'template' }, {}, ['message']],
  [{ ...COMPLETE, source: 'template', template: 'tpl_1', body: '' }, {}, []],
  // Its own media is not sent with a template, which a schedule may send with media.
  [{ ...COMPLETE, source: 'template', template: 'tpl_1', mediaUrl: 'https://example.com/a.jpg', timing: once }, {}, []],
  [{ ...COMPLETE, timing: { ...once, at: '' } }, {}, ['timing']],
  [{ ...COMPLETE, timing: expired }, {}, ['expiry']],
  [COMPLETE, { accepted: 0 }, ['audience']],
  [COMPLETE, { tooLate: 4 }, []],
  [COMPLETE, { tooLate: 5 }, ['audience']],
  [COMPLETE, { tooLate: 2, expired: 2 }, []],
  [COMPLETE, { tooLate: 2, expired: 3 }, ['audience']],
  [COMPLETE, { available: 9 }, ['audience']],
  // A schedule pays when it sends.
  [{ ...COMPLETE, timing: once }, { available: 9 }, []],
])('%#: what is missing', (changes, preview, places) => {
  expect(faultsIn({ ...EMPTY, ...changes }, previewOf(preview), NOW).map(({ at }) => at)).toEqual(places)
})

test('if everybody would wait until the message has stopped, the words say so', () => {
  const words = faultsIn({ ...EMPTY, ...COMPLETE }, previewOf({ expired: 5 }), NOW).map((fault) => fault.words)
  expect(words).toEqual([
    'Everybody in this audience would wait for their sending hours until the message has stopped.',
  ])
})
