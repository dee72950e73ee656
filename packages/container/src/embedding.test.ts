import { Authenticate, JoinGroup, USE_CASES, parsePhoneNumber, type Clock } from '@carillon/core'
import { inMemory, memoryModule, memoryProviderModule } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { Tokens, useCasesModule, useCasesOf } from './index.js'

function theirs({
  parent,
  adapters = inMemory(),
}: { parent?: Container; adapters?: ReturnType<typeof inMemory> } = {}) {
  const container = new Container(parent && { parent })
  container.load(memoryModule(adapters), memoryProviderModule(adapters))
  return container
}

/** The dependencies of each use case. */
function partsOf(container: Container): Record<string, unknown>[] {
  return Object.values(useCasesOf(container)).map((useCase) => Reflect.get(useCase, 'deps'))
}

test('the use cases work in the container of a host, together with its bindings', async () => {
  class Greeter {
    constructor(
      readonly joinGroup: JoinGroup,
      readonly clock: Clock,
      readonly name: string,
    ) {}
  }
  const Name = Symbol('Name')
  const container = theirs()
  container.bind(Name).toConstantValue('Ann')
  container
    .bind(Greeter)
    .toResolvedValue(
      (joinGroup: JoinGroup, clock: Clock, name: string) => new Greeter(joinGroup, clock, name),
      [JoinGroup, Tokens.clock, Name],
    )
  container.load(useCasesModule)
  const { joinGroup, clock, name } = container.get(Greeter)
  expect(joinGroup).toBe(useCasesOf(container).joinGroup)
  expect([clock, name]).toEqual([container.get(Tokens.clock), 'Ann'])
})

test('a child container uses the ports of its parent, unless it binds its own', async () => {
  const parent = theirs()
  const [one, other] = [new Container({ parent }), new Container({ parent })]
  const clock: Clock = { now: () => new Date('2030-01-01T00:00:00.000Z') }
  other.bind(Tokens.clock).toConstantValue(clock)
  for (const child of [one, other]) child.load(useCasesModule)
  const declaration = { name: 'Acme' }
  const { account } = await useCasesOf(other).applyAccount.execute({ declaration, prune: false })
  expect(account.createdAt).toEqual(clock.now())
  expect(await useCasesOf(one).readAccount.execute({ name: 'Acme' })).toEqual(account)
  expect(one.get(JoinGroup)).not.toBe(other.get(JoinGroup))
})

test('two containers that share the module share nothing else', async () => {
  const containers = [theirs(), theirs()]
  for (const container of containers) container.load(useCasesModule)
  const [one, other] = containers.map(useCasesOf)
  const { account } = await one!.applyAccount.execute({ declaration: { name: 'Acme' }, prune: false })
  await one!.createContact.execute({ account, phone: parsePhoneNumber('+12025550123'), fields: {} })
  expect(await other!.listAccounts.execute()).toEqual([])
})

test('a child container with its own ports rejects use cases of its parent, which all children would share', () => {
  const parent = new Container()
  parent.load(useCasesModule)
  expect(() => useCasesOf(theirs({ parent }))).toThrow(
    /^Tokens\.\w+ is bound in a container without useCasesModule: load useCasesModule in that container too$/,
  )
  const whole = theirs()
  whole.load(useCasesModule)
  expect(useCasesOf(new Container({ parent: whole })).joinGroup).toBe(whole.get(JoinGroup))
})

describe('the dependencies of the use cases', () => {
  test.each<[string, symbol]>(Object.entries(Tokens))('can be replaced: %s', (_name, token) => {
    const container = theirs()
    container.load(useCasesModule)
    const replaced = container.get<object>(token)
    const double: unknown = Object.create(replaced)
    container.rebind(token).toConstantValue(double)
    const parts = partsOf(container).flatMap((deps) => Object.values(deps))
    expect(parts).toContain(double)
    expect(parts).not.toContain(replaced)
  })

  test('are passed under their names in the core', () => {
    const adapters = inMemory()
    const container = theirs({ adapters })
    container.load(useCasesModule)
    for (const [name, { takes }] of Object.entries(USE_CASES)) {
      const deps = Reflect.get(useCasesOf(container)[name as keyof typeof USE_CASES], 'deps') as Record<string, unknown>
      expect([name, Object.keys(deps).sort()]).toEqual([name, Object.keys(takes).sort()])
      const ports = Object.entries(deps).filter(([key]) => key in adapters)
      for (const [key, port] of ports) expect(port).toBe(adapters[key as keyof typeof adapters])
    }
  })
})

describe('an unbound port', () => {
  test.each(Object.entries(Tokens))('is named in the error: %s', (name, token) => {
    const container = theirs()
    container.load(useCasesModule)
    container.unbind(token)
    expect(() => useCasesOf(container)).toThrow(
      `Nothing is bound to Tokens.${name}: load the module of an adapter, or bind your own`,
    )
  })

  test('is also named in the error for a single use case; useCasesOf names all unbound ports', () => {
    const container = new Container()
    container.load(useCasesModule)
    expect(() => container.get(Authenticate)).toThrow(/No bindings found for service: "Symbol\((keyring|secrets)\)"/)
    expect(() => useCasesOf(container)).toThrow(
      `Nothing is bound to ${Object.keys(Tokens)
        .map((name) => `Tokens.${name}`)
        .join(', ')}: `,
    )
  })
})
