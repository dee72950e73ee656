import { ANN, aContact, accountFixture } from '@carillon/contracts'
import type { Stores } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { inMemory } from './in-memory.js'

test('gives the same ids and secrets again for the same seed, and other ids for another', () => {
  const drawn = (seed: number) => {
    const { ids, secrets } = inMemory({ seed })
    return [ids.next('con'), ids.next('grp'), secrets.generate(), secrets.generateWebhookSecret()]
  }
  expect(drawn(7)).toEqual(drawn(7))
  expect(drawn(7).slice(0, 2)).not.toEqual(drawn(8).slice(0, 2))
})

test('lets time stand still until it is moved', () => {
  const { clock } = inMemory({ now: new Date(1_000) })
  expect(clock.now()).toEqual(new Date(1_000))
  clock.advance(500)
  expect(clock.now()).toEqual(new Date(1_500))
  clock.set(new Date(0))
  expect(clock.now()).toEqual(new Date(0))
})

test('keeps values that cannot be changed from outside', async () => {
  const { contact, run, account } = await accountFixture(inMemory())
  await contact({ address: { city: 'Denver' } })
  const stored = (await run(({ contacts }) => contacts.find(account.id, ANN)))!
  expect(() => Object.assign(stored.address!, { city: 'Boulder' })).toThrow(TypeError)
  expect(() => Object.assign(stored, { isFavorite: true })).toThrow(TypeError)
})

test('takes no writes after their unit of work has ended', async () => {
  const { run, account } = await accountFixture(inMemory())
  const leaked = await run(async (stores): Promise<Stores> => stores)
  await expect(leaked.contacts.add([aContact({ account: account.id })])).rejects.toThrow(/ended/)
  expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
})

test('takes a unit of work from what an ended one has set going', async () => {
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

test('runs units of work one by one, in the order they came', async () => {
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
