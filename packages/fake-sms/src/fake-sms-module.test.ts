import { Tokens, useCasesModule, useCasesOf } from '@carillon/container'
import { ANN } from '@carillon/contracts'
import { inMemory, memoryModule } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Container } from 'inversify'
import { FakeCarriers } from './fake-carriers.js'
import { fakeSmsModule } from './fake-sms-module.js'
import { FakeSms } from './fake-sms.js'

function containerWith(...options: Parameters<typeof fakeSmsModule>) {
  const container = new Container()
  container.load(useCasesModule, memoryModule(inMemory()), fakeSmsModule(...options))
  return container
}

test('binds one provider, so that every use case gets all its dependencies', () => {
  const container = containerWith()
  expect(() => useCasesOf(container)).not.toThrow()
  expect(container.get(Tokens.provider)).toBeInstanceOf(FakeSms)
  expect(container.get(Tokens.provider)).toBe(container.get(FakeSms))
})

test('binds one carrier directory, with the given options', async () => {
  const container = containerWith({ carriers: { unknown: [ANN] } })
  const carriers = container.get(FakeCarriers)
  expect(container.get(Tokens.directory)).toBe(carriers)
  expect(await carriers.lookUp([ANN], { deadlineMs: 5_000 })).toEqual([null])
})

test('passes its options to the provider', () => {
  expect(containerWith({ deduplicates: false, canBeAsked: false }).get(FakeSms)).toMatchObject({
    deduplicates: false,
    canBeAsked: false,
  })
})
