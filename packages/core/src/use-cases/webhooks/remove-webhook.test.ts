import { NOW, unacknowledgedCommits, webhookFixture } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { TrimExpired } from '../retention/trim-expired.js'
import { RemoveWebhook } from './remove-webhook.js'

async function open() {
  const adapters = inMemory({ now: NOW })
  const fixture = await webhookFixture(adapters)
  const { account, unitOfWork } = fixture
  return {
    ...fixture,
    timer: adapters.timer,
    remove: (id: string, { accountName = account.name, of = unitOfWork } = {}) =>
      new RemoveWebhook({ unitOfWork: of }).execute({ accountName, id }),
  }
}

describe('a removed webhook endpoint', () => {
  test('is deleted with its job, and nothing is posted to it', async () => {
    const { remove, hook, happen, relay, work, claim, stored, webhookSender } = await open()
    const [gone, kept] = [await hook(), await hook()]
    await happen()
    await relay()
    await remove(gone.id)
    expect(await stored(gone)).toBeNull()
    const jobs = await claim()
    expect(jobs.map(({ payload }) => payload.endpoint)).toEqual([kept.id])
    await work()
    expect(webhookSender.posts).toEqual([])
  })

  test('leaves its deliveries to be trimmed, without affecting the deliveries of other endpoints', async () => {
    const { remove, hook, happen, relay, deliveries, ...ports } = await open()
    const [gone, kept] = [await hook(), await hook()]
    await happen(3)
    await relay()
    const trim = () => new TrimExpired(ports).execute()
    expect(await trim()).toBe(0)
    await remove(gone.id)
    expect(await trim()).toBe(3)
    expect([await deliveries(gone), await deliveries(kept)]).toMatchObject([[], [{}, {}, {}]])
  })

  test('is removed once, even if the commit is not acknowledged', async () => {
    const { remove, hook, unitOfWork, stored } = await open()
    const { id, account } = await hook()
    const unacknowledged = unacknowledgedCommits(unitOfWork)
    unacknowledged.loseReplies()
    await remove(id, { of: unacknowledged })
    expect(await stored({ id, account })).toBeNull()
    await expect(remove(id)).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
  })
})

test.each(['', 'whk_', `whk_${'0'.repeat(26)}`, 'whk_\0'])('an unknown endpoint cannot be removed: %j', async (id) => {
  const { remove, hook, stored, neighbour } = await open()
  const theirs = await hook({ account: (await neighbour({ name: 'Other' })).id })
  for (const one of [id, theirs.id]) {
    await expect(remove(one)).rejects.toMatchObject({ code: 'webhook-endpoint-not-found' })
  }
  await expect(remove(theirs.id, { accountName: 'Nobody' })).rejects.toMatchObject({ code: 'account-not-found' })
  expect(await stored(theirs)).toEqual(theirs)
})
