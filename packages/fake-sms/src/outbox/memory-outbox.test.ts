import { describeSmsProvider } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe } from '@jest/globals'
import { describeOutbox } from '../testing/describe-outbox.js'
import { providerUnderTest } from '../testing/provider-under-test.js'
import { memoryOutbox } from './memory-outbox.js'

function opened() {
  const outbox = memoryOutbox()
  return async () => outbox
}

describeOutbox(async () => opened())

describe('the fake provider with its outbox in memory', () => {
  describeSmsProvider(() => providerUnderTest(opened(), inMemory()))
})

describe('the fake provider with its outbox in memory, without deduplication and queries', () => {
  describeSmsProvider(() => providerUnderTest(opened(), { ...inMemory(), deduplicates: false, canBeAsked: false }))
})
