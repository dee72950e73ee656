import { acceptanceOf, aLedgerEntry, aMessage, anAccount, aSender, after, NOW } from '@carillon/contracts'
import {
  creditEntries,
  obstacleTo,
  type AcceptDecision,
  type Acceptance,
  type AccountId,
  type Adapters,
  type IdempotencyKeyRecord,
  type PhoneNumber,
  type SendObstacle,
  type Stores,
} from '@carillon/core'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { compareTexts } from '../sql/compare-texts.js'
import { openTestDatabase } from '../testing/test-database.js'

const WORLDS = 60
const SENDS_MAX = 14
const PHONES = [0, 1, 2].map((n) => `+1202555012${n}` as PhoneNumber)
const KEYS = ['key-a', 'key-b', 'key-c']

/**
 * The rule of acceptance exists twice: as `obstacleTo`, which the memory adapter calls, and in SQL. Both get the same
 * random sends in the same random worlds, and must agree about every one of them, and about the balances afterwards.
 */
test(`memory and Postgres agree about every send in ${WORLDS} random worlds`, async () => {
  const database = await openTestDatabase()
  const obstacles = new Set<SendObstacle | null>()
  for (let seed = 1; seed <= WORLDS; seed++) {
    const world = worldOf(seed)
    const [memory, postgres] = [await outcomeOf(inMemory({ now: NOW }), world), await outcomeOf(database, world)]
    expect({ seed, ...postgres }).toEqual({ seed, ...memory })
    for (const obstacle of memory.obstacles) obstacles.add(obstacle)
  }
  // A world that never contains an obstacle would prove nothing about it.
  expect([...obstacles].map(String).sort()).toEqual([...ALL_OBSTACLES, null].map(String).sort())
})

const ALL_OBSTACLES: readonly SendObstacle[] = [
  'accepted-before',
  'key-in-use',
  'sender-not-assigned',
  'sender-not-active',
  'sender-without-mms',
  'hard-opted-out',
  'not-opted-in',
  'quota-reached',
  'insufficient-credits',
  'sender-has-rate',
]

type World = {
  readonly accounts: readonly AccountId[]
  readonly store: (stores: Stores) => Promise<void>
  readonly sends: readonly Acceptance[]
}

/** What happened to each send, and what the accounts have afterwards. */
async function outcomeOf({ unitOfWork }: Pick<Adapters, 'unitOfWork'>, { accounts, store, sends }: World) {
  const run: Adapters['unitOfWork']['run'] = (work) => unitOfWork.run(work)
  await run(store)
  const decisions = await run(({ singleSends }) => singleSends.accept(sends))
  const obstacles: (SendObstacle | null)[] = []
  for (const [i, acceptance] of sends.entries()) {
    obstacles.push(await finalObstacle(acceptance, decisions[i]!, run))
  }
  const after = await run(async ({ credits, messages, idempotencyKeys }) => ({
    balances: await Promise.all(accounts.map((account) => credits.balance(account))),
    accepted: await Promise.all(accounts.map((account) => credits.acceptedOn(account, sends[0]!.day))),
    stored: await Promise.all(sends.map(({ message: { account, id } }) => messages.find(account, id))),
    keys: await Promise.all(
      accounts.flatMap((account) => KEYS.map((key) => idempotencyKeys.find({ account, scope: 'message', key }))),
    ),
  }))
  return { obstacles, ...after }
}

/** As the use case does: a send without an obstacle is tried again. */
async function finalObstacle(
  acceptance: Acceptance,
  first: AcceptDecision,
  run: Adapters['unitOfWork']['run'],
): Promise<SendObstacle | null> {
  for (
    let decision = first;
    ;
    [decision] = (await run(({ singleSends }) => singleSends.accept([acceptance]))) as [AcceptDecision]
  ) {
    if (decision.isAccepted) return null
    const obstacle = obstacleTo(acceptance, decision.facts)
    if (obstacle !== null) return obstacle
  }
}

/** The same world for the same seed. */
function worldOf(seed: number): World {
  const { chance } = inMemory({ seed })
  const random = () => chance.next()
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const oneIn = (n: number) => random() < 1 / n
  const accounts = [1, 2, 3].map((n) => anAccount({ id: `acc_${seed}_${n}` as AccountId, name: `World ${seed} ${n}` }))
  const senders = accounts.flatMap(({ id: account }, i) =>
    [0, 1, 2].map((n) =>
      aSender({
        account,
        number: `+1303${String(seed).padStart(4, '0')}${String(i)}${String(n)}0`,
        status: oneIn(6) ? 'inactive' : 'active',
        mms: !oneIn(4),
        messagesPerSecond: oneIn(6) ? 5 : null,
      }),
    ),
  )
  const ofAccounts = accounts.map(({ id: account }) => ({
    account,
    sms: pick([0, 2, 5, 40]),
    mms: pick([0, 1, 9]),
    quota: pick([null, null, 0, 2, 5]),
    senders: senders.filter((sender) => sender.account === account),
    consents: PHONES.filter(() => !oneIn(5)).map((phone) => ({
      account,
      phone,
      activeGroups: oneIn(6) ? 0 : 1,
      optedOutAt: oneIn(6) ? after(-60) : null,
    })),
    keys: KEYS.filter(() => oneIn(3)).map((key): IdempotencyKeyRecord => ({
      ...{ account, scope: 'message', key, target: `msg_before_${key}`, answer: null },
      expiresAt: pick([null, after(-1), NOW, after(1)]),
    })),
  }))
  const sends: Acceptance[] = []
  const count = 1 + Math.floor(random() * SENDS_MAX)
  for (let n = 0; n < count; n++) {
    const { account, quota, senders: own } = pick(ofAccounts)
    const mediaUrl = oneIn(3) ? 'https://example.com/a.png' : null
    const message = aMessage({
      account,
      id: `msg_${seed}_${n}`,
      to: pick(PHONES),
      from: oneIn(8) ? pick(senders).number : pick(own).number,
      mediaUrl,
      cost: { sms: 2, mms: mediaUrl === null ? 0 : 1 },
      idempotencyKey: oneIn(2) ? pick(KEYS) : null,
      ...(oneIn(4) && ({ phase: 'waiting', attempt: 0 } as const)),
    })
    const again = oneIn(8) && sends.length > 0 ? pick(sends) : null
    sends.push(again ?? acceptanceOf(message, { dailyQuota: quota, entries: creditEntries('reserve', message, NOW) }))
  }
  return {
    accounts: accounts.map(({ id }) => id),
    // The order in which Postgres decides.
    sends: sends.sort((one, other) => compareTexts(orderOf(one), orderOf(other))),
    async store(stores) {
      for (const account of accounts) await stores.accounts.add(account)
      for (const sender of senders) await stores.senders.put(sender)
      for (const { account, sms, mms, consents, keys } of ofAccounts) {
        await stores.consents.save(consents)
        const granted = [
          aLedgerEntry({ account, id: `led_${account}_sms`, amount: sms }),
          aLedgerEntry({ account, id: `led_${account}_mms`, unit: 'mms', amount: mms }),
        ]
        await stores.credits.post(
          account,
          granted.filter(({ amount }) => amount > 0),
        )
        for (const key of keys) await stores.idempotencyKeys.bind(key, NOW)
      }
    },
  }
}

function orderOf({ message: { account, to } }: Acceptance): string {
  return `${account} ${to}`
}
