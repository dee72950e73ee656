import {
  ANN,
  BOB,
  aFormEntry,
  aMessage,
  aReceipt,
  accountFixture,
  aLink,
  anAuditEntry,
  aSession,
  aUser,
  ids,
  overridden,
  overriddenStores,
  phoneOf,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { UsageOwner } from '../../model/limits/usage-store.js'
import type { FormEntryId } from '../../values/ids.js'
import { TrimExpired } from './trim-expired.js'

const MANY = 2_100
const DAY_MS = 24 * 3_600_000

/** `keep` stores the given number of request keys and of recipient keys, which by default expire now. */
async function openWith({ expired }: { readonly expired: number }) {
  const { unitOfWork: whole, ...others } = inMemory()
  /** The accounts whose keys cannot be reached. */
  const unreachable = new Set<UsageOwner>()
  const refuse = (of: UsageOwner) => {
    if (unreachable.has(of)) throw new Error(`${of} is out of reach`)
  }
  const unitOfWork = overriddenStores(whole, ({ recipientKeys, usages }) => ({
    recipientKeys: overridden(recipientKeys, {
      trim: async (account, ...step) => {
        refuse(account)
        return recipientKeys.trim(account, ...step)
      },
    }),
    usages: overridden(usages, {
      trim: async (owner, ...step) => {
        refuse(owner)
        return usages.trim(owner, ...step)
      },
    }),
  }))
  const adapters = { ...others, unitOfWork }
  const fixture = await accountFixture(adapters)
  const now = adapters.clock.now()
  const later = new Date(now.getTime() + 1)
  const numbers = Array.from({ length: expired }, (_, n) => n)
  const keep = async (account = fixture.account.id, expiresAt: Date | null = now) => {
    const bound = {
      account,
      broadcast: ids.next('brc'),
      phones: numbers.map(phoneOf),
      keys: numbers.map((n) => `k${n}`),
    }
    await fixture.run(async ({ idempotencyKeys, recipientKeys }) => {
      for (const key of bound.keys) {
        const name = { account, scope: 'message', key: `${key} ${expiresAt?.getTime()}` } as const
        await idempotencyKeys.bind({ ...name, target: 'msg_1', answer: null, expiresAt }, now)
      }
      await recipientKeys.bind({ ...bound, now })
      if (expiresAt !== null) await recipientKeys.expire({ ...bound, at: expiresAt })
    })
    return bound
  }
  return { ...fixture, unreachable, now, later, keep, trimExpired: new TrimExpired(adapters) }
}

describe('trimming', () => {
  test('removes all expired keys of requests and recipients, in every account', async () => {
    const { trimExpired, keep, neighbour, run, now } = await openWith({ expired: MANY })
    const [ours, theirs] = [await keep(), await keep((await neighbour()).id)]
    expect(await trimExpired.execute()).toBe(4 * MANY)
    for (const keyed of [ours, theirs]) {
      const again = { ...keyed, broadcast: ids.next('brc'), now }
      expect(await run(({ recipientKeys }) => recipientKeys.bind(again))).toEqual(new Set())
    }
    expect(await trimExpired.execute()).toBe(0)
  })

  test('goes on in the other accounts if the data of one, or of the service, cannot be reached', async () => {
    const { trimExpired, unreachable, account, keep, neighbour, run, now } = await openWith({ expired: 1 })
    const before = new Date(now.getTime() - 1)
    const [ours, theirs] = [await keep(), await keep((await neighbour({ name: 'Behind Acme' })).id)]
    unreachable.add(account.id)
    await expect(trimExpired.execute()).rejects.toThrow(`${account.id} is out of reach`)
    const used = (keyed: typeof ours) => run(({ recipientKeys }) => recipientKeys.used({ ...keyed, now: before }))
    expect(await used(ours)).toEqual(new Set([0]))
    expect(await used(theirs)).toEqual(new Set())
    unreachable.clear()
    unreachable.add('service')
    await expect(trimExpired.execute()).rejects.toThrow('service is out of reach')
    expect(await used(ours)).toEqual(new Set())
  })

  test('keeps keys that are in use or expire later', async () => {
    const { trimExpired, keep, later, account, neighbour, run, now } = await openWith({ expired: 3 })
    const expiring = await keep(account.id, later)
    const bound = await keep((await neighbour()).id, null)
    expect(await trimExpired.execute()).toBe(0)
    for (const kept of [expiring, bound]) {
      expect(await run(({ recipientKeys }) => recipientKeys.used({ ...kept, now }))).toEqual(new Set([0, 1, 2]))
    }
  })

  test('removes receipts after 7 days', async () => {
    const { trimExpired, run, account, now } = await openWith({ expired: 0 })
    const [old, young] = [0, 1].map((laterMs) => {
      const message = aMessage({ account: account.id })
      return aReceipt({ message, at: new Date(now.getTime() - 7 * DAY_MS + laterMs) })
    })
    await run(async ({ messages }) => {
      for (const receipt of [old!, young!]) await messages.keepReceipt(receipt)
    })
    expect(await trimExpired.execute()).toBe(1)
    const kept = [old!, young!].map(({ message }) => message)
    expect(await run(({ messages }) => messages.takeReceipts(account.id, kept))).toEqual([young])
  })

  test('removes carrier look-ups after 30 days', async () => {
    const { trimExpired, run, account, now } = await openWith({ expired: 0 })
    const lookUps = [ANN, BOB].map((phone, laterMs) => {
      const at = new Date(now.getTime() - 30 * DAY_MS + laterMs)
      return { phone, carrier: { name: 'Bell', lineType: 'mobile' }, at } as const
    })
    await run(({ carriers }) => carriers.save(account.id, lookUps))
    expect(await trimExpired.execute()).toBe(1)
    const known = await run(({ carriers }) => carriers.known(account.id, [ANN, BOB], new Date(0)))
    expect([...known.keys()]).toEqual([BOB])
  })

  test('deletes drafts that nobody has changed for 180 days', async () => {
    const { trimExpired, run, account, now } = await openWith({ expired: 0 })
    const user = ids.next('usr')
    const [old, young] = [0, 1].map((laterMs) => {
      const at = new Date(now.getTime() - 180 * DAY_MS + laterMs)
      const content = { body: 'Hi', numbers: [], form: '{}' }
      const signed = { createdBy: user, createdAt: at, updatedBy: user, updatedAt: at, sentAt: null }
      return { id: ids.next('drf'), account: account.id, version: 1, content, ...signed }
    })
    await run(async ({ drafts }) => {
      for (const draft of [old!, young!]) await drafts.add(draft, 10)
    })
    expect(await trimExpired.execute()).toBe(1)
    expect(await run(({ drafts }) => drafts.find(account.id, young!.id))).toEqual(young)
  })

  test('removes each entry of an opt-in form a day after its last code', async () => {
    const { trimExpired, run, account, now } = await openWith({ expired: 0 })
    const [old, young] = [0, 1].map((laterMs) =>
      aFormEntry({ account: account.id, codeAt: new Date(now.getTime() - DAY_MS + laterMs) }),
    )
    await run(async ({ formEntries }) => {
      for (const entry of [old!, young!]) await formEntries.add(entry)
    })
    expect(await trimExpired.execute()).toBe(1)
    const find = (id: FormEntryId) => run(({ formEntries }) => formEntries.find(account.id, id))
    expect([await find(old!.id), await find(young!.id)]).toEqual([null, young])
  })

  test('returns 0 if nothing has expired', async () => {
    const { trimExpired } = await openWith({ expired: 0 })
    expect(await trimExpired.execute()).toBe(0)
  })
})

test('trimming removes links and sessions that have expired, and audit entries after two years', async () => {
  const adapters = inMemory()
  const { unitOfWork, clock } = adapters
  const now = clock.now()
  const later = new Date(now.getTime() + 1)
  const [ann, bob] = [aUser(), aUser()]
  const TWO_YEARS_MS = 2 * 366 * DAY_MS
  await unitOfWork.run(async ({ users, oneTimeLinks, sessions, auditLog }) => {
    for (const user of [ann, bob]) await users.add(user)
    await oneTimeLinks.put(aLink({ purpose: 'reset', user: ann.id, tokenHash: 'old', expiresAt: now }))
    await oneTimeLinks.put(aLink({ purpose: 'reset', user: bob.id, tokenHash: 'young', expiresAt: later }))
    await sessions.add(aSession({ user: ann.id, tokenHash: 'old', expiresAt: now }))
    await sessions.add(aSession({ user: ann.id, tokenHash: 'young', expiresAt: later }))
    for (const laterMs of [0, 1]) {
      await auditLog.add(anAuditEntry({ at: new Date(now.getTime() - TWO_YEARS_MS + laterMs) }))
    }
  })
  expect(await new TrimExpired(adapters).execute()).toBe(3)
  await unitOfWork.run(async ({ oneTimeLinks, sessions }) => {
    expect(await oneTimeLinks.find('young')).not.toBeNull()
    expect(await sessions.findByToken('young')).not.toBeNull()
  })
})
