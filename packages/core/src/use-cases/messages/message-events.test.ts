import {
  ANN,
  MESSAGE_EVENT_TYPES,
  UNACKNOWLEDGED_ONE_IN,
  aSender,
  finishingFixture,
  messageWordsOf,
  scriptedProvider,
  unacknowledgedCommits,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { SubmissionOutcome } from '../../ports/sms-provider.js'
import { DomainError } from '../../values/errors.js'
import { Once } from '../idempotency/once.js'
import { ReceiveReceipt } from './receive-receipt.js'
import { SendMessage } from './send-message.js'

const MINUTE_MS = 60_000
const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
const REJECTED = { type: 'carrier_rejected', message: 'No' } as const
const REFUSED: SubmissionOutcome = { kind: 'refused', ...REJECTED }
const OPTED_OUT: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out' }

const PROVIDERS = {
  deduplicate: { deduplicates: true, canBeAsked: false },
  'be queried': { deduplicates: false, canBeAsked: true },
  'do neither': { deduplicates: false, canBeAsked: false },
}

type SendingFixture = Awaited<ReturnType<typeof openSending>>
type Way = readonly [
  name: string,
  provider: keyof typeof PROVIDERS,
  emitted: string,
  way: (fixture: SendingFixture) => unknown,
]

const WAYS: readonly Way[] = [
  ['is accepted', 'deduplicate', 'sent', ({ send }) => send()],
  ['is sent twice under one key', 'deduplicate', 'sent', ({ send }) => Promise.all([send(), send()])],
  ['is refused', 'deduplicate', 'failed', ({ sent }) => sent(REFUSED)],
  ['is refused because of a provider opt-out', 'deduplicate', 'failed', ({ sent }) => sent(OPTED_OUT)],
  ['is accepted on the third try', 'deduplicate', 'sent', ({ sent, pass }) => sent(LATER, LATER).then(() => pass(2))],
  [
    'is not accepted for an hour',
    'deduplicate',
    'failed',
    ({ sent, pass }) => sent(...nTimes(99, LATER)).then(() => pass(61)),
  ],
  ['waits for an hour without any try', 'deduplicate', 'failed', ({ sent, wait }) => sent(LATER).then(() => wait(62))],
  ['waits', 'deduplicate', '', ({ sent }) => sent(...nTimes(99, LATER))],
  [
    'waits when a STOP arrives',
    'deduplicate',
    'failed',
    async ({ sent, optOut, pass }) => {
      await sent(LATER)
      await optOut(ANN)
      await pass(2)
    },
  ],
  [
    'has an unknown outcome, and is submitted again',
    'deduplicate',
    'sent',
    ({ sent, pass }) => sent(UNKNOWN).then(() => pass(2)),
  ],
  [
    'has an unknown outcome, and is looked up',
    'be queried',
    'sent',
    ({ sent, pass }) => sent(UNKNOWN).then(() => pass(3)),
  ],
  [
    'has an unknown outcome for an hour',
    'deduplicate',
    'failed',
    ({ sent, pass }) => sent(...nTimes(99, UNKNOWN)).then(() => pass(61)),
  ],
  ['keeps its unknown outcome', 'do neither', 'failed', ({ sent, pass }) => sent(UNKNOWN).then(() => pass(2))],
  [
    'is being submitted at a crash',
    'deduplicate',
    'sent',
    ({ crashInSubmission, pass }) => crashInSubmission().then(() => pass(2)),
  ],
  [
    'is being submitted at a crash, and cannot be resolved',
    'do neither',
    'failed',
    ({ crashInSubmission, pass }) => crashInSubmission().then(() => pass(2)),
  ],
  [
    'waits for a slot',
    'deduplicate',
    'sent sent sent',
    async ({ account, run, sendKeyless, pass }) => {
      const from = '+12025550100'
      await run(({ senders }) => senders.put(aSender({ account: account.id, number: from, messagesPerSecond: 1 })))
      for (let i = 0; i < 3; i++) await sendKeyless()
      await pass(3)
    },
  ],
  [
    'is delivered, with two receipts',
    'deduplicate',
    'sent delivered',
    ({ send, receive }) => send().then(() => receive(null, null)),
  ],
  [
    'is not delivered',
    'deduplicate',
    'sent failed',
    ({ send, receive }) => send().then(() => receive(REJECTED, REJECTED)),
  ],
  [
    'is delivered after an unknown outcome',
    'do neither',
    'failed delivered',
    ({ sent, receive }) => sent(UNKNOWN).then(() => receive(null, null)),
  ],
  [
    'is rejected',
    'deduplicate',
    '',
    async ({ optOut, sendKeyless }) => {
      await optOut(ANN)
      await expect(sendKeyless()).rejects.toBeInstanceOf(DomainError)
    },
  ],
]

describe.each(UNACKNOWLEDGED_ONE_IN)('if %s, a message', (_, unacknowledgedOneIn) => {
  test.each(WAYS)('that %s, with a provider that can %s, emits %j', async (_name, provider, emitted, way) => {
    const fixture = await openSending(provider, unacknowledgedOneIn)
    await way(fixture)
    await fixture.pass(10)
    expect(messageWordsOf(await fixture.events()).join(' ')).toBe(emitted)
  })
})

async function openSending(provider: keyof typeof PROVIDERS, unacknowledgedOneIn: number) {
  const adapters = inMemory()
  const unitOfWork = unacknowledgedCommits(adapters.unitOfWork, { oneIn: unacknowledgedOneIn })
  const fixture = await finishingFixture({ ...adapters, unitOfWork }, scriptedProvider(PROVIDERS[provider]))
  await fixture.listenTo(...MESSAGE_EVENT_TYPES)
  unitOfWork.loseReplies()
  const receiveReceipt = new ReceiveReceipt({ ...adapters, unitOfWork })
  const deps = { ...adapters, unitOfWork, provider: fixture.provider }
  const sendMessage = new SendMessage({ ...deps, once: new Once(deps) })
  const one = {
    account: fixture.account,
    to: ANN,
    from: '+12025550100',
    body: 'Hi',
    mediaUrl: null,
    idempotencyKey: null,
  }
  return {
    ...fixture,
    /** The provider responds with this script first. */
    sent: (...script: readonly SubmissionOutcome[]) => {
      fixture.provider.script.push(...script)
      return fixture.send()
    },
    sendKeyless: () => sendMessage.execute(one),
    wait: (minutes: number) => fixture.pass(minutes * MINUTE_MS),
    /** Advances minute by minute. */
    pass: async (minutes: number) => {
      for (let i = 0; i < minutes; i++) await fixture.pass(MINUTE_MS)
    },
    receive: async (...receipts: readonly (typeof REJECTED | null)[]) => {
      const { account, id } = await fixture.stored()
      for (const failure of receipts) {
        await receiveReceipt.execute({ account, message: id, at: adapters.clock.now(), failure })
      }
    },
  }
}

function nTimes<T>(n: number, one: T): readonly T[] {
  return Array.from({ length: n }, () => one)
}
