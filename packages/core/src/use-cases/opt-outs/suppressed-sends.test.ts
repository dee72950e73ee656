import {
  ANN,
  BOB,
  broadcastingFixture,
  eraseOptedOut,
  memberNumber,
  phoneOf,
  sendingFixture,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { ConsentStore } from '../../model/consent/consent-store.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import type { PhoneNumber } from '../../values/phone/phone-number.js'
import { PreviewBroadcast } from '../broadcasts/preview-broadcast.js'
import { PreviewMessage } from '../messages/preview-message.js'

const [GONE, LOST, STRANGER] = [phoneOf(901), phoneOf(902), phoneOf(903)]

/** Gone and Lost opted out, and were erased afterwards. Every query for suppressions is counted. */
function adaptersWithCount() {
  const adapters = inMemory()
  const queries = { times: 0 }
  const watch = (consents: ConsentStore): ConsentStore => {
    const hasSuppressed: ConsentStore['hasSuppressed'] = (account) => (queries.times++, consents.hasSuppressed(account))
    return Object.assign(Object.create(consents) as ConsentStore, { hasSuppressed })
  }
  const unitOfWork: UnitOfWork = {
    runOne: (work) => adapters.unitOfWork.runOne(work),
    run: (work) => adapters.unitOfWork.run((stores) => work({ ...stores, consents: watch(stores.consents) })),
  }
  return { ...adapters, unitOfWork, queries }
}

type Home = Pick<Awaited<ReturnType<typeof sendingFixture>>, 'run' | 'account'> &
  Pick<ReturnType<typeof inMemory>, 'secrets'>

async function erase({ run, account, secrets }: Home) {
  for (const phone of [GONE, LOST]) {
    const subject = secrets.pseudonymOf(account.id, phone)
    await run((stores) => eraseOptedOut(stores, { account: account.id, phone, subject }))
  }
}

describe('a single message', () => {
  async function open() {
    const fixture = await sendingFixture(adaptersWithCount())
    await erase(fixture)
    return fixture
  }

  test('to a number that opted out and was erased is refused as opted out', async () => {
    const { send, run, account, provider } = await open()
    await expect(send({ to: GONE })).rejects.toMatchObject({ code: 'recipient-opted-out' })
    await expect(send({ to: BOB })).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
    expect(provider.submitted).toEqual([])
    expect(await run(({ consents }) => consents.find(account.id, GONE))).toMatchObject({ optedOutAt: null })
  })

  test('that is accepted causes no query for suppressions', async () => {
    const { send, queries } = await open()
    await send({ to: ANN })
    expect(queries.times).toBe(0)
  })

  test('to an erased number that opted out is counted as opted out by the preview', async () => {
    const fixture = await open()
    const input = { account: fixture.account, from: '+12025550100', body: 'Hi', mediaUrl: null, idempotencyKey: null }
    const dropped = async (to: string) =>
      (await new PreviewMessage(fixture).execute({ ...input, to })).recipients.dropped
    expect(await dropped(GONE)).toEqual({ country: 0, notOptedIn: 0, optedOut: 1, alreadySent: 0, contentBlocked: 0 })
    expect(await dropped(BOB)).toEqual({ country: 0, notOptedIn: 1, optedOut: 0, alreadySent: 0, contentBlocked: 0 })
    expect(await dropped(ANN)).toEqual({ country: 0, notOptedIn: 0, optedOut: 0, alreadySent: 0, contentBlocked: 0 })
  })
})

describe.each(['broadcast', 'batch'] as const)('a %s', (kind) => {
  const to = (...phones: readonly PhoneNumber[]) => {
    const bodies = kind === 'batch' ? phones.map(() => 'Hi') : null
    return { kind, body: kind === 'batch' ? null : 'Hi', recipients: { phones, keys: null, bodies, mediaUrls: null } }
  }

  async function open() {
    const fixture = await broadcastingFixture(adaptersWithCount(), { members: 3 })
    await erase(fixture)
    return fixture
  }

  test('to only opted-out numbers, erased or not, is refused as opted out', async () => {
    const { start, optOut } = await open()
    await optOut(STRANGER)
    for (const phones of [[GONE], [GONE, LOST], [STRANGER, LOST]]) {
      await expect(start(to(...phones))).rejects.toMatchObject({ code: 'recipient-opted-out' })
    }
    await expect(start(to(GONE, BOB))).rejects.toMatchObject({ code: 'recipient-not-opted-in' })
  })

  test('with some recipients who may be texted is sent only to them, without a query for suppressions', async () => {
    const { start, work, provider, queries } = await open()
    expect((await start(to(memberNumber(0), GONE, memberNumber(1)))).broadcast.totalRecipients).toBe(2)
    await work()
    expect(provider.submitted.map(({ to }) => to)).toEqual([memberNumber(0), memberNumber(1)])
    expect(queries.times).toBe(0)
  })

  test('counts erased numbers that opted out as opted out in its preview', async () => {
    const fixture = await open()
    const { account, from, optOut, queries } = fixture
    await optOut(STRANGER)
    const preview = async (...phones: readonly PhoneNumber[]) => {
      const given = { account, from, mediaUrl: null, idempotencyKey: null, ...to(...phones) }
      return (await new PreviewBroadcast(fixture).execute(given)).recipients
    }
    expect(await preview(LOST, memberNumber(0), STRANGER, BOB, GONE)).toEqual({
      submitted: 5,
      accepted: 1,
      dropped: { country: 0, notOptedIn: 1, optedOut: 3, alreadySent: 0, contentBlocked: 0 },
    })
    queries.times = 0
    await preview(memberNumber(0), STRANGER)
    expect(queries.times).toBe(0)
  })
})

test('a retry whose recipients all opted out and were erased is refused as opted out', async () => {
  const fixture = await broadcastingFixture(adaptersWithCount(), { members: 1 })
  const { start, work, retry, provider, run, account, secrets } = fixture
  provider.script.push({ kind: 'refused', type: 'carrier_rejected', message: 'Spam' })
  const { id } = (await start()).broadcast
  await work()
  const subject = secrets.pseudonymOf(account.id, memberNumber(0))
  await run((stores) => eraseOptedOut(stores, { account: account.id, phone: memberNumber(0), subject }))
  await expect(retry(id)).rejects.toMatchObject({ code: 'recipient-opted-out' })
  expect(provider.submitted).toHaveLength(1)
})
