import type { TestSmsProvider } from '@carillon/contracts'
import type { Clock, Ids, SmsProvider, Timer } from '@carillon/core'
import { FakeSms, type FakeSmsOptions } from '../fake-sms.js'
import type { Outbox } from '../outbox/outbox.js'
import { aBehaviour } from './a-behaviour.js'

type Made = FakeSmsOptions & { readonly clock: Clock; readonly ids: Ids }

/** Waits return immediately. */
const noTime: Timer = { wait: async () => {} }

/** The fake in the form that the contract suite expects. Each call of `reopen` opens the outbox for one process. */
export async function providerUnderTest(reopen: () => Outbox | Promise<Outbox>, given: Made): Promise<TestSmsProvider> {
  const made = { ...given, timer: noTime }
  const fake = new FakeSms({ ...made, outbox: await reopen() })
  return {
    provider: fake,
    twin: new FakeSms({ ...made, outbox: await reopen() }),
    cutOff: new FakeSms({ ...made, outbox: brokenOutbox() }) satisfies SmsProvider,
    deadlineMs: 60_000,
    delivered: async (wanted) => {
      const all = await fake.list({ to: null, limit: 100_000 })
      return all
        .filter(({ reference }) => reference === wanted)
        .map(({ reference, from, to, body, mediaUrl }) => ({ reference, from, to, body, mediaUrl }))
    },
    refuse: (to) => fake.behave(aBehaviour({ to, outcome: 'reject' })),
    close: () => fake.behave(aBehaviour({ outcome: 'unavailable' })),
    stall: () => fake.behave(aBehaviour({ outcome: 'slow', latencyMs: 600_000 })),
  }
}

/** An outbox whose database connection is lost. */
function brokenOutbox(): Outbox {
  const broken = () => Promise.reject(new Error('The connection is lost'))
  return {
    open: broken,
    take: broken,
    find: broken,
    behave: broken,
    general: broken,
    list: broken,
    findMessage: broken,
    keepWritten: broken,
    keepReceipt: broken,
    texts: broken,
    stats: broken,
    clear: broken,
    forget: broken,
  }
}
