import {
  ANN,
  MESSAGE_EVENT_TYPES,
  UNACKNOWLEDGED_ONE_IN,
  aLedgerEntry,
  inboundFixture,
  messageWordsOf,
  unacknowledgedCommits,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { OptInMode } from '../../model/groups/membership.js'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { JoinGroup } from '../consent/join-group.js'

const MINUTE_MS = 60_000
const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'No' }

/** An account that gets inbound texts and sends service texts. */
type Fixture = Awaited<ReturnType<typeof open>>
type Way = readonly [name: string, emitted: string, way: (fixture: Fixture) => unknown]

const WAYS: readonly Way[] = [
  ['a text', 'received', ({ text }) => text('Hello')],
  ['a text that is delivered twice', 'received', ({ text }) => Promise.all([text('Hi', ONCE), text('Hi', ONCE)])],
  ['a text with only media', 'received', ({ text }) => text('', { mediaUrl: 'https://example.com/a.png' })],
  ['a text to a number that no account has', '', ({ text }) => text('STOP', { to: '+12025550999' })],
  ['a STOP from a short code', 'received', ({ text }) => text('STOP', { from: '72345' })],
  ['a STOP', 'received sent', ({ text }) => text('STOP')],
  [
    'a STOP that is delivered twice',
    'received sent',
    ({ text }) => Promise.all([text('STOP', ONCE), text('STOP', ONCE)]),
  ],
  ['two STOPs', 'received received sent', ({ text }) => Promise.all([text('STOP'), text('STOP')])],
  ['a HELP', 'received sent', ({ text }) => text('HELP')],
  ['a HELP whose reply is refused', 'failed received', ({ text, script }) => script.push(REFUSED) && text('HELP')],
  ['a YES from a contact who was not asked', 'received', ({ text }) => text('YES')],
  ['a START', 'received sent', ({ text }) => text('START')],
  ['a START without enough credits', 'failed received', ({ text, spend }) => spend().then(() => text('START'))],
  ['a DIRECT with an opt-in message', 'sent', ({ join }) => join('DIRECT')],
  [
    'a DIRECT without enough credits for the opt-in message',
    'failed',
    ({ join, spend }) => spend().then(() => join('DIRECT')),
  ],
  ['a CONFIRM', 'sent', ({ join }) => join('CONFIRM')],
  ['a CONFIRM twice', 'sent', ({ join }) => join('CONFIRM').then(() => join('CONFIRM'))],
  ['a SILENT', '', ({ join }) => join('SILENT')],
  [
    'a CONFIRM without enough credits',
    '',
    async ({ join, spend }) => {
      await spend()
      await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'insufficient-credits' })
    },
  ],
  [
    'an opt-in message that waits when a STOP arrives',
    'failed received sent',
    async ({ join, script, text, clock, runAllJobs }) => {
      script.push(LATER)
      await join('DIRECT')
      await text('STOP')
      clock.advance(MINUTE_MS)
      await runAllJobs()
    },
  ],
]

const ONCE = { providerId: 'once' }

describe.each(UNACKNOWLEDGED_ONE_IN)('if %s', (_, unacknowledgedOneIn) => {
  test.each(WAYS)('%s emits %j', async (_name, emitted, way) => {
    const fixture = await open(unacknowledgedOneIn)
    await way(fixture)
    for (let i = 0; i < 5; i++) {
      fixture.clock.advance(MINUTE_MS)
      await fixture.runAllJobs()
    }
    expect(
      messageWordsOf(await fixture.events())
        .toSorted()
        .join(' '),
    ).toBe(emitted)
  })
})

/** VIP is the default group, and has an opt-in message. */
async function open(unacknowledgedOneIn: number) {
  const adapters = inMemory()
  const unitOfWork = unacknowledgedCommits(adapters.unitOfWork, { oneIn: unacknowledgedOneIn })
  const fixture = await inboundFixture({ ...adapters, unitOfWork })
  const { account, deps } = fixture
  const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 10 })
  await fixture.contact({ phone: ANN })
  const vip = await fixture.group({ name: 'VIP', isDefault: true, optInMessage: 'Welcome' })
  await fixture.listenTo(...MESSAGE_EVENT_TYPES)
  unitOfWork.loseReplies()
  return {
    ...fixture,
    join: (mode: OptInMode) => new JoinGroup(deps).execute({ account, phone: ANN, group: vip.id, mode }),
    spend: () => adapters.unitOfWork.run(({ credits }) => credits.post(account.id, [spent])),
  }
}
