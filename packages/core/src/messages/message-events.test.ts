import { ANN, aLedgerEntry, aSender, finishingHouseOf, inboundHouseOf, scriptedProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { JoinGroup } from '../consent/join-group.js'
import type { OptInMode } from '../consent/membership.js'
import { DomainError } from '../errors.js'
import { Once } from '../idempotency/once.js'
import type { Event } from '../events/event.js'
import type { SubmissionOutcome } from '../ports/sms-provider.js'
import type { UnitOfWork } from '../ports/unit-of-work.js'
import { ReceiveReceipt } from './receive-receipt.js'
import { SendMessage } from './send-message.js'

const TYPES = ['message.sent', 'message.failed', 'message.delivered', 'message.received'] as const
const MINUTE = 60_000
const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
const UNKNOWN: SubmissionOutcome = { kind: 'unknown' }
const REJECTED = { type: 'carrier_rejected', message: 'No' } as const
const REFUSED: SubmissionOutcome = { kind: 'refused', ...REJECTED }
const OPTED_OUT: SubmissionOutcome = { kind: 'refused', type: 'opted_out', message: 'Opted out' }

const PROVIDERS = {
  deduplicate: { deduplicates: true, canBeAsked: false },
  'know what it has': { deduplicates: false, canBeAsked: true },
  'do neither': { deduplicates: false, canBeAsked: false },
}

/** Of how many commits one goes unheard, so that it is run again. What that leaves behind, a job finds. */
const COMMITS = [
  ['all commits are heard', Infinity],
  ['every fifth commit goes unheard', 5],
  ['every third commit goes unheard', 3],
] as const

type SendingHouse = Awaited<ReturnType<typeof openSending>>
type Way = readonly [
  name: string,
  provider: keyof typeof PROVIDERS,
  told: string,
  way: (house: SendingHouse) => unknown,
]

const WAYS: readonly Way[] = [
  ['is accepted', 'deduplicate', 'sent', ({ send }) => send()],
  ['is sent under a key, and again', 'deduplicate', 'sent', ({ send }) => Promise.all([send(), send()])],
  ['is refused', 'deduplicate', 'failed', ({ sent }) => sent(REFUSED)],
  ['is refused because of an opt-out there', 'deduplicate', 'failed', ({ sent }) => sent(OPTED_OUT)],
  ['is accepted at the third try', 'deduplicate', 'sent', ({ sent, pass }) => sent(LATER, LATER).then(() => pass(2))],
  [
    'is not taken for an hour',
    'deduplicate',
    'failed',
    ({ sent, pass }) => sent(...nTimes(99, LATER)).then(() => pass(61)),
  ],
  [
    'waits, and nobody tries it for an hour',
    'deduplicate',
    'failed',
    ({ sent, wait }) => sent(LATER).then(() => wait(62)),
  ],
  ['waits', 'deduplicate', '', ({ sent }) => sent(...nTimes(99, LATER))],
  [
    'waits, and a STOP comes',
    'deduplicate',
    'failed',
    async ({ sent, optOut, pass }) => {
      await sent(LATER)
      await optOut(ANN)
      await pass(2)
    },
  ],
  ['is in doubt, and submitted again', 'deduplicate', 'sent', ({ sent, pass }) => sent(UNKNOWN).then(() => pass(2))],
  ['is in doubt, and asked for', 'know what it has', 'sent', ({ sent, pass }) => sent(UNKNOWN).then(() => pass(3))],
  [
    'is in doubt for an hour',
    'deduplicate',
    'failed',
    ({ sent, pass }) => sent(...nTimes(99, UNKNOWN)).then(() => pass(61)),
  ],
  ['is in doubt for ever', 'do neither', 'failed', ({ sent, pass }) => sent(UNKNOWN).then(() => pass(2))],
  [
    'is left by a crash',
    'deduplicate',
    'sent',
    ({ crashInSubmission, pass }) => crashInSubmission().then(() => pass(2)),
  ],
  [
    'is left by a crash for ever',
    'do neither',
    'failed',
    ({ crashInSubmission, pass }) => crashInSubmission().then(() => pass(2)),
  ],
  [
    'waits for its turn',
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
    'is delivered, told twice',
    'deduplicate',
    'sent delivered',
    ({ send, tell }) => send().then(() => tell(null, null)),
  ],
  ['is not delivered', 'deduplicate', 'sent failed', ({ send, tell }) => send().then(() => tell(REJECTED, REJECTED))],
  [
    'is delivered after a doubt',
    'do neither',
    'failed delivered',
    ({ sent, tell }) => sent(UNKNOWN).then(() => tell(null, null)),
  ],
  [
    'is not admitted',
    'deduplicate',
    '',
    async ({ optOut, sendKeyless }) => {
      await optOut(ANN)
      await expect(sendKeyless()).rejects.toBeInstanceOf(DomainError)
    },
  ],
]

describe.each(COMMITS)('where %s, a message', (_, unheardOneIn) => {
  test.each(WAYS)('that %s, with a provider that can %s: it is told as %j', async (_name, provider, told, way) => {
    const house = await openSending(provider, unheardOneIn)
    await way(house)
    await house.pass(10)
    expect(wordsOf(await house.events())).toEqual(wordsIn(told))
  })
})

async function openSending(provider: keyof typeof PROVIDERS, unheardOneIn: number) {
  const adapters = inMemory()
  const unitOfWork = losingReplies(adapters.unitOfWork, unheardOneIn)
  const house = await finishingHouseOf({ ...adapters, unitOfWork }, scriptedProvider(PROVIDERS[provider]))
  await house.listenTo(...TYPES)
  unitOfWork.begin()
  const receiveReceipt = new ReceiveReceipt({ ...adapters, unitOfWork })
  const deps = { ...adapters, unitOfWork, provider: house.provider }
  const sendMessage = new SendMessage({ ...deps, once: new Once(deps) })
  const one = {
    account: house.account,
    to: ANN,
    from: '+12025550100',
    body: 'Hi',
    mediaUrl: null,
    idempotencyKey: null,
  }
  return {
    ...house,
    /** The provider answers so, first of all. */
    sent: (...script: readonly SubmissionOutcome[]) => {
      house.provider.script.push(...script)
      return house.send()
    },
    sendKeyless: () => sendMessage.execute(one),
    wait: (minutes: number) => house.pass(minutes * MINUTE),
    /** Minute by minute. */
    pass: async (minutes: number) => {
      for (let i = 0; i < minutes; i++) await house.pass(MINUTE)
    },
    tell: async (...receipts: readonly (typeof REJECTED | null)[]) => {
      const { account, id } = await house.stored()
      for (const failure of receipts) {
        await receiveReceipt.execute({ account, message: id, at: adapters.clock.now(), failure })
      }
    },
  }
}

type ServiceHouse = Awaited<ReturnType<typeof openService>>
type ServiceWay = readonly [name: string, told: string, way: (house: ServiceHouse) => unknown]

const SERVICE_WAYS: readonly ServiceWay[] = [
  ['a text', 'received', ({ text }) => text('Hello')],
  ['a text that comes twice', 'received', ({ text }) => Promise.all([text('Hi', ONCE), text('Hi', ONCE)])],
  ['a text without words', 'received', ({ text }) => text('', { mediaUrl: 'https://example.com/a.png' })],
  ['a text to a number of nobody', '', ({ text }) => text('STOP', { to: '+12025550999' })],
  ['a STOP from a short code', 'received', ({ text }) => text('STOP', { from: '72345' })],
  ['a STOP', 'received sent', ({ text }) => text('STOP')],
  ['a STOP that comes twice', 'received sent', ({ text }) => Promise.all([text('STOP', ONCE), text('STOP', ONCE)])],
  ['two STOPs', 'received received sent', ({ text }) => Promise.all([text('STOP'), text('STOP')])],
  ['a HELP', 'received sent', ({ text }) => text('HELP')],
  ['a HELP whose answer is refused', 'failed received', ({ text, script }) => script.push(REFUSED) && text('HELP')],
  ['a YES of somebody who was not asked', 'received', ({ text }) => text('YES')],
  ['a START', 'received sent', ({ text }) => text('START')],
  ['a START that cannot be paid', 'failed received', ({ text, spend }) => spend().then(() => text('START'))],
  ['a DIRECT with a welcome', 'sent', ({ join }) => join('DIRECT')],
  ['a DIRECT whose welcome cannot be paid', 'failed', ({ join, spend }) => spend().then(() => join('DIRECT'))],
  ['a CONFIRM', 'sent', ({ join }) => join('CONFIRM')],
  ['a CONFIRM twice', 'sent', ({ join }) => join('CONFIRM').then(() => join('CONFIRM'))],
  ['a SILENT', '', ({ join }) => join('SILENT')],
  [
    'a CONFIRM that cannot be paid',
    '',
    async ({ join, spend }) => {
      await spend()
      await expect(join('CONFIRM')).rejects.toMatchObject({ code: 'insufficient-credits' })
    },
  ],
  [
    'a welcome that waits when a STOP comes',
    'failed received sent',
    async ({ join, script, text, clock, runAllJobs }) => {
      script.push(LATER)
      await join('DIRECT')
      await text('STOP')
      clock.advance(MINUTE)
      await runAllJobs()
    },
  ],
]

const ONCE = { providerId: 'once' }

describe.each(COMMITS)('where %s', (_, unheardOneIn) => {
  test.each(SERVICE_WAYS)('%s is told as %j', async (_name, told, way) => {
    const house = await openService(unheardOneIn)
    await way(house)
    for (let i = 0; i < 5; i++) {
      house.clock.advance(MINUTE)
      await house.runAllJobs()
    }
    expect(wordsOf(await house.events()).toSorted()).toEqual(wordsIn(told))
  })
})

/** VIP is the default group, and welcomes. */
async function openService(unheardOneIn: number) {
  const adapters = inMemory()
  const unitOfWork = losingReplies(adapters.unitOfWork, unheardOneIn)
  const house = await inboundHouseOf({ ...adapters, unitOfWork })
  const { account, deps } = house
  const spent = aLedgerEntry({ account: account.id, from: 'available', to: 'spent', amount: 10 })
  await house.contact({ phone: ANN })
  const vip = await house.group({ name: 'VIP', isDefault: true, optInMessage: 'Welcome' })
  await house.listenTo(...TYPES)
  unitOfWork.begin()
  return {
    ...house,
    join: (mode: OptInMode) => new JoinGroup(deps).execute({ account, phone: ANN, group: vip.id, mode }),
    spend: () => adapters.unitOfWork.run(({ credits }) => credits.post(account.id, [spent])),
  }
}

function losingReplies(unitOfWork: UnitOfWork, oneIn: number): UnitOfWork & { readonly begin: () => void } {
  let count = -Infinity
  const isLost = () => ++count % oneIn === 0
  return {
    begin: () => void (count = 0),
    run: async (work) => {
      if (isLost()) await unitOfWork.run(work)
      return unitOfWork.run(work)
    },
    runOne: async (work) => {
      if (isLost()) await unitOfWork.runOne(work)
      return unitOfWork.runOne(work)
    },
  }
}

function wordsOf(events: readonly Event[]): readonly string[] {
  const told = events.filter(({ type }) => type.startsWith('message.'))
  return told.map(({ type }) => type.replace('message.', ''))
}

function wordsIn(told: string): readonly string[] {
  return told.split(' ').filter(Boolean)
}

function nTimes<T>(n: number, one: T): readonly T[] {
  return Array.from({ length: n }, () => one)
}
