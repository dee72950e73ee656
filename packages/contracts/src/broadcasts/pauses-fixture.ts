import type { BroadcastId, CarrierDirectory, Clock, RequestedCanary, SubmissionOutcome } from '@carillon/core'
import { scriptedProvider } from '../fixtures/scripted-provider.js'
import { broadcastingFixture, type BroadcastingGiven } from './broadcasting-fixture.js'

type SettableClock = Clock & { readonly advance: (ms: number) => void }
export type PausingAdapters = Parameters<typeof broadcastingFixture>[0] & { readonly clock: SettableClock }

export const REFUSED: SubmissionOutcome = { kind: 'refused', type: 'carrier_rejected', message: 'Spam' }
export const LATER: SubmissionOutcome = { kind: 'try-later', afterMs: null }
export const MINUTE = 60_000

/** A provider of which a crash leaves at most 50 outcomes unknown, so that slices have at most 50 messages. */
export const inSmallSlices = () => scriptedProvider({ deduplicates: false, canBeAsked: false })

/** An account with 120 members and the credits for two broadcasts to all of them. */
export async function pausesFixture(adapters: PausingAdapters, given: BroadcastingGiven = {}) {
  const members = given.members ?? 120
  const fixture = await broadcastingFixture(adapters, { credits: members * 4, ...given, members })
  const { account, clock, provider, run, work } = fixture
  await fixture.listenTo('broadcast.paused', 'broadcast.completed', 'message.failed')
  return {
    ...fixture,
    /** Advances the clock minute by minute, as workers do that poll all the time. */
    pass: async (minutes: number) => {
      for (let i = 0; i < minutes; i++) {
        clock.advance(MINUTE)
        await work()
      }
    },
    /** The next messages are accepted, but of each ten the first `tenths` are refused. */
    refuse: (tenths: number, messages: number) => {
      for (let i = 0; i < messages; i++) provider.script.push(i % 10 < tenths ? REFUSED : accepted(i))
    },
    /** The failed messages, by the reason of their failure. */
    failures: async (id: string) =>
      run(({ messages }) => messages.failuresOf(account.id, id as BroadcastId, { from: 0, until: members })),
    eventsOf: async (type: string) => (await fixture.events()).filter((event) => event.type === type),
    /** Whether any number was texted more than once. */
    hasRepeats: () => new Set(provider.submitted.map(({ to }) => to)).size < provider.submitted.length,
  }
}

function accepted(n: number): SubmissionOutcome {
  return { kind: 'accepted', providerId: `accepted-${n}` }
}

/** 40 recipients, with a wait of 5 minutes. */
export const CANARY: RequestedCanary = { recipients: 40, waitMinutes: 5, stopWhen: { atLeast: 20 } }

/** Every number with an even last digit is a landline. */
export const HALF_LANDLINES: CarrierDirectory = {
  lookUp: async (phones) =>
    phones.map((phone) => ({ name: 'Bell', lineType: Number(phone.at(-1)) % 2 === 0 ? 'landline' : 'mobile' })),
}
