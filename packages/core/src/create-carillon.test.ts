import { inMemory, RecordingSmsProvider } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { recipe } from './adapters.js'
import * as core from './index.js'
import { createCarillon, parsePhoneNumber, CancelBroadcast, USE_CASES, type Adapters } from './index.js'

const FROM = '+12025550100'
const ANN = parsePhoneNumber('+12025550123')

/** Creates an account with a member, in ten lines. */
async function opened(adapters = inMemory()) {
  const carillon = createCarillon({ adapters })
  const declaration = { name: 'Acme', credits: { sms: 10 }, numbers: [{ number: FROM }], groups: [{ name: 'VIP' }] }
  const { account, parts } = await carillon.applyAccount.execute({ declaration, prune: false })
  await carillon.createContact.execute({ account, phone: ANN, fields: { firstName: 'Ann' } })
  await carillon.joinGroup.execute({ account, phone: ANN, group: parts.groups[0]!.id, mode: 'DIRECT' })
  const errors: unknown[] = []
  const onFailure = ({ error }: { error: unknown }) => void errors.push(error)
  return {
    ...adapters,
    carillon,
    account,
    errors,
    text: { account, from: FROM, to: ANN, body: 'Hi {{contact_first_name}}', mediaUrl: null, idempotencyKey: 'hi-ann' },
    runJobs: () => carillon.runDueJobs.execute({ lane: 'quick', jobsMax: 10, onFailure }),
  }
}

test('ten lines create an account and a member, and send a text once', async () => {
  const { carillon, account, text, provider, runJobs, errors } = await opened()
  const { message } = await carillon.sendMessage.execute(text)
  const again = await carillon.sendMessage.execute(text)
  await runJobs()
  expect(again).toEqual({ message, replayed: true })
  expect(await carillon.readMessage.execute({ account, id: message.id })).toMatchObject({ status: 'sent' })
  expect(provider.sent).toMatchObject([{ from: FROM, to: ANN, body: 'Hi Ann' }])
  expect(errors).toEqual([])
})

test('a message that could not be sent is sent by its job when it is due', async () => {
  const { carillon, account, clock, text, provider, runJobs, errors } = await opened()
  provider.goOut()
  const { message } = await carillon.sendMessage.execute(text)
  expect([message.status, provider.sent]).toEqual(['queued', []])
  provider.comeBack()
  clock.advance(60_000)
  expect(await runJobs()).toBe(1)
  expect(await carillon.readMessage.execute({ account, id: message.id })).toMatchObject({ status: 'sent' })
  expect([provider.sent.length, errors]).toEqual([1, []])
})

test('two instances share nothing unless they share adapters', async () => {
  const adapters = inMemory()
  const { account } = await opened(adapters)
  expect(await createCarillon({ adapters }).listAccounts.execute()).toEqual([account])
  expect(await createCarillon({ adapters: inMemory() }).listAccounts.execute()).toEqual([])
})

test('an instance has every use case that the core exports, named after its class', () => {
  const classes = Object.entries<unknown>(core).flatMap(([name, offered]) =>
    typeof offered === 'function' && typeof offered.prototype?.execute === 'function' ? [name] : [],
  )
  const carillon = createCarillon({ adapters: inMemory() })
  const named = Object.entries(carillon).map(([name, useCase]) => [name, useCase.constructor.name])
  expect(named.map(([, name]) => name).sort()).toEqual(classes.sort())
  for (const [name, className] of named) expect(name).toBe(className![0]!.toLowerCase() + className!.slice(1))
})

test('use cases share one instance of a dependency that is not a port', () => {
  const carillon = createCarillon({ adapters: inMemory() })
  const partOf = (useCase: object, name: string): unknown => Reflect.get(useCase, 'deps')[name]
  expect(partOf(carillon.runDueJobs, 'finishMessage')).toBe(carillon.finishMessage)
  expect(partOf(carillon.sendMessage, 'once')).toBe(partOf(carillon.startBroadcast, 'once'))
})

describe('any port can be replaced by spreading:', () => {
  const names = Object.keys(inMemory()) as (keyof Adapters)[]

  test.each(names)('%s', (name) => {
    const adapters = inMemory()
    const mine: unknown = Object.create(adapters[name])
    const carillon = createCarillon({ adapters: { ...adapters, [name]: mine } })
    const takers = Object.entries(USE_CASES).filter(([, { takes }]) => name in takes)
    expect(takers).not.toEqual([])
    for (const [taker] of takers) {
      const deps = Reflect.get(carillon[taker as keyof typeof USE_CASES], 'deps') as Record<string, unknown>
      expect([taker, deps[name] === mine]).toEqual([taker, true])
    }
  })

  const needed = names.filter((name) => name !== 'passwordHasher')
  test.each(needed)('%s, and the error names it if it is missing', (name) => {
    const adapters = { ...inMemory(), [name]: undefined } as unknown as Adapters
    expect(() => createCarillon({ adapters })).toThrow(
      `createCarillon got no adapters.${name}: pass one, or use the one from inMemory()`,
    )
  })
})

test('without a hasher of passwords, texts are sent, and nobody gets a password', async () => {
  const { passwordHasher: _, ...others } = inMemory()
  const { carillon, text } = await opened(others as ReturnType<typeof inMemory>)
  expect((await carillon.sendMessage.execute(text)).message.status).toBe('sent')
  const by = { actor: { command: 'test' }, session: null, address: null }
  const { token } = (await carillon.createSetupLink.execute({ by }))!
  const accepted = { token, name: 'Olivia', email: 'olivia@example.com', password: 'a long enough password' }
  const origin = { address: '192.0.2.1', userAgent: null }
  await expect(carillon.acceptLink.execute({ ...accepted, ...origin })).rejects.toThrow('adapters.passwordHasher')
  expect(await carillon.readSignInOptions.execute()).toMatchObject({ needsSetup: true })
})

test.each([
  [[], 'undefined'],
  [[null], 'null'],
  [['adapters'], 'a string'],
  [[{}], '{}'],
  [[{ adapters: null, seed: 'a secret' }], '{ adapters: null, seed }'],
  [[{ clock: {}, ids: {} }], '{ clock, ids }'],
])('the error for missing adapters shows the arguments: %j', (given, described) => {
  const made = () => Reflect.apply(createCarillon, undefined, given)
  expect(made).toThrow(new TypeError(`createCarillon expects { adapters }, got ${described}`))
})

test('a missing or swapped port does not compile, for a caller or in a recipe', () => {
  const { directory, ...others } = inMemory()
  expect(() => {
    // @ts-expect-error: the directory is missing
    createCarillon({ adapters: others })
  }).toThrow('adapters.directory')
  // @ts-expect-error: a provider is not a directory
  createCarillon({ adapters: { ...others, directory: new RecordingSmsProvider() } })
  expect(recipe(CancelBroadcast, { unitOfWork: 'unitOfWork', clock: 'clock', ids: 'ids' }).Class).toBe(CancelBroadcast)
  // @ts-expect-error: the clock is missing
  recipe(CancelBroadcast, { unitOfWork: 'unitOfWork', ids: 'ids' })
  // @ts-expect-error: clock and ids are swapped
  recipe(CancelBroadcast, { unitOfWork: 'unitOfWork', clock: 'ids', ids: 'clock' })
  expect(createCarillon({ adapters: { ...others, directory } }).dispatchChunk).toBeDefined()
})
