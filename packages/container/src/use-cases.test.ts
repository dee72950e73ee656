import { ONE_CARRIER, scriptedProvider } from '@carillon/contracts'
import * as core from '@carillon/core'
import { inMemory, memoryModule } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { construct, Tokens, useCasesModule, useCasesOf } from './index.js'

function open() {
  const container = new Container()
  container.load(useCasesModule, memoryModule(inMemory()))
  container.bind(Tokens.directory).toConstantValue(ONE_CARRIER)
  container.bind(Tokens.provider).toConstantValue(scriptedProvider())
  return container
}

test('every use case of the core is bound, with all of its dependencies', () => {
  const bound = Object.values(useCasesOf(open())).map((useCase) => useCase.constructor.name)
  expect(bound.sort()).toEqual(offeredByTheCore().sort())
  expect(bound).toContain('JoinGroup')
})

test('a use case is created once', () => {
  const container = open()
  expect(container.get(core.JoinGroup)).toBe(container.get(core.JoinGroup))
})

test('a missing or swapped dependency does not compile', () => {
  const { unitOfWork, clock, ids } = Tokens
  expect(construct(core.CancelBroadcast, { unitOfWork, clock, ids })[1]).toEqual([unitOfWork, clock, ids])
  // @ts-expect-error: the clock is missing
  construct(core.CancelBroadcast, { unitOfWork, ids })
  // @ts-expect-error: clock and ids are swapped
  construct(core.CancelBroadcast, { unitOfWork, clock: ids, ids: clock })
})

/** The names of the use cases in the core: all its exported classes with `execute`. */
function offeredByTheCore(): string[] {
  return Object.entries<unknown>(core).flatMap(([name, offered]) =>
    typeof offered === 'function' && typeof offered.prototype?.execute === 'function' ? [name] : [],
  )
}
