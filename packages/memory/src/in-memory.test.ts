import { ANN, aContact, accountFixture } from '@carillon/contracts'
import type { Stores } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { inMemory } from './in-memory.js'

test('the same seed gives the same ids and secrets, and a different seed gives different ids', () => {
  const drawn = (seed: number) => {
    const { ids, secrets } = inMemory({ seed })
    return [ids.next('con'), ids.next('grp'), secrets.generate(), secrets.generateWebhookSecret()]
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7).slice(0, 2)).not.toEqual(drawn(8).slice(0, 2))
})

test('the time of the clock changes only when the test changes it', () => {
  const { clock } = inMemory({ now: new Date(1_000) })
  expect(clock.now()).toEqual(new Date(1_000))
  clock.advance(500)
  expect(clock.now()).toEqual(new Date(1_500))
  clock.set(new Date(0))
  expect(clock.now()).toEqual(new Date(0))
})

test('stored values cannot be changed by changing objects that were passed or returned', async () => {
  const { contact, run, account } = await accountFixture(inMemory())
  await contact({ address: { city: 'Denver' } })
  const stored = (await run(({ contacts }) => contacts.find(account.id, ANN)))!
  expect(() => Object.assign(stored.address!, { city: 'Boulder' })).toThrow(TypeError)
  expect(() => Object.assign(stored, { isFavorite: true })).toThrow(TypeError)
})

test('stores reject writes after their unit of work has ended', async () => {
  const { run, account } = await accountFixture(inMemory())
  const leaked = await run(async (stores): Promise<Stores> => stores)
  await expect(leaked.contacts.add([aContact({ account: account.id })])).rejects.toThrow(/ended/)
  expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
})

test('code that was started by a unit of work can run another unit after the first has ended', async () => {
  const { run, account } = await accountFixture(inMemory())
  let later: Promise<unknown> = Promise.resolve()
  let goOn = () => {}
  const ended = new Promise<void>((resolve) => (goOn = resolve))
  await run(async () => {
    later = ended.then(() => run(({ accounts }) => accounts.list()))
  })
  goOn()
  expect(await later).toEqual([account])
})

test('units of work run one by one, in order of arrival', async () => {
  const { run } = await accountFixture(inMemory())
  const steps: string[] = []
  const unit = (name: string) =>
    run(async ({ accounts }) => {
      steps.push(`${name} begins`)
      await accounts.list()
      steps.push(`${name} ends`)
    })
  await Promise.all([unit('one'), unit('two')])
  expect(steps).toEqual(['one begins', 'one ends', 'two begins', 'two ends'])
})
