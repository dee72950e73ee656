import { CreateContact, JoinGroup } from '@carillon/core'
import { inMemory, memoryModule } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { construct, Tokens, useCases, useCasesOf } from './index.js'

test('every use case is bound, and finds all it asks for', () => {
  const container = new Container()
  container.load(useCases, memoryModule(inMemory()))
  for (const useCase of Object.values(useCasesOf(container))) expect(useCase).toBeInstanceOf(Object)
})

test('a use case is made once', () => {
  const container = new Container()
  container.load(useCases, memoryModule(inMemory()))
  expect(container.get(JoinGroup)).toBe(container.get(JoinGroup))
})

test('a missing or a swapped dependency does not compile', () => {
  const { UnitOfWork: unitOfWork, Clock: clock, Ids: ids } = Tokens
  expect(construct(CreateContact, { unitOfWork, clock, ids })[1]).toEqual([unitOfWork, clock, ids])
  // @ts-expect-error: the clock is missing
  construct(CreateContact, { unitOfWork, ids })
  // @ts-expect-error: clock and ids are swapped
  construct(CreateContact, { unitOfWork, clock: ids, ids: clock })
})
