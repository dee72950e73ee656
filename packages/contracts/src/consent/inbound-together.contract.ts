import { describe, expect, test } from '@jest/globals'
import type { InboundText, PhoneNumber } from '@carillon/core'
import { phoneOf } from '../fixtures/builders.js'
import { aMessageQuery } from '../fixtures/sending-builders.js'
import { claimMessageJobs } from '../messages/message-jobs.js'
import { inboundFixture } from './inbound-fixture.js'

const WORLDS = 8
const TEXTS_MAX = 30
const PHONES = [0, 1, 2, 3, 4, 5].map(phoneOf)
/** START and YES of one phone would depend on their order, so they are not among them. */
const BODIES = ['Hello', 'STOP', 'stop it', 'unsubscribe', 'Thanks', 'Stop please', '']

/** The clock must stand still, so that the instants in both runs are the same. */
export function describeInboundTogether(open: () => Promise<Parameters<typeof inboundFixture>[0]>) {
  describe('texts that come together', () => {
    const seen = new Set<string>()

    test.each(Array.from({ length: WORLDS }, (_, n) => n + 1))(
      'have the same effects as one after the other, in the random world %i',
      async (seed) => {
        const world = worldOf(seed)
        const together = await outcomeOf(await open(), world, true)
        expect(together).toEqual(await outcomeOf(await open(), world, false))
        for (const { keyword, reply } of together.handled) seen.add(`${keyword} ${reply}`)
      },
    )

    test('have every effect in one of these worlds', () => {
      const effects = ['null null', 'stop null', 'stop sent', 'stop service-text', 'help sent']
      expect([...seen]).toEqual(expect.arrayContaining(effects))
    })
  })
}

type World = {
  readonly perHour: number
  readonly contacts: readonly PhoneNumber[]
  readonly members: readonly PhoneNumber[]
  readonly asked: readonly PhoneNumber[]
  readonly optedOut: readonly PhoneNumber[]
  readonly texts: readonly (Pick<InboundText, 'from' | 'body' | 'providerId'> & { readonly isAnswered: boolean })[]
}

async function outcomeOf(adapters: Parameters<typeof inboundFixture>[0], world: World, isTogether: boolean) {
  const serviceTexts = { perHour: world.perHour, perDay: 100, chargeReplies: false }
  const fixture = await inboundFixture(adapters, { account: { serviceTexts } })
  const { run, account, text } = fixture
  const [group, asking] = [await fixture.group({ name: 'All' }), await fixture.group({ name: 'Asking' })]
  for (const phone of world.contacts) {
    const contact = await fixture.contact({ phone })
    if (world.members.includes(phone)) await fixture.member(contact, group)
    if (world.asked.includes(phone)) await fixture.member(contact, asking, { state: 'pending' })
  }
  for (const phone of world.optedOut) await fixture.optOut(phone)
  const receive = ({ body, ...other }: World['texts'][number]) => text(body, other, { leavesReply: true })
  const handled = []
  if (isTogether) handled.push(...(await Promise.all(world.texts.map(receive))))
  else for (const one of world.texts) handled.push(await receive(one))
  const messages = await run((stores) => stores.messages.list(account.id, aMessageQuery({ limit: 100 })))
  const jobs = await claimMessageJobs({ run, account: account.id, now: adapters.clock.now() })
  const consents = await Promise.all(PHONES.map((phone) => fixture.consentOf(phone)))
  return {
    handled: sorted(handled),
    messages: sorted(
      messages.results.map(({ direction, purpose, to, from, body, status, phase, cost, providerId }) => {
        return { direction, purpose, to, from, body, status, phase, cost, providerId }
      }),
    ),
    jobs: jobs.length,
    conversations: sorted(
      (
        await Promise.all(
          PHONES.map((phone) => run(({ conversations }) => conversations.list(account.id, ofPhone(phone)))),
        )
      )
        .flat()
        .map(({ phone, number, unread, status }) => ({ phone, number, unread, status })),
    ),
    consents: consents.map(({ state, optedOutAt, log }) => ({
      ...{ state, optedOutAt },
      log: sorted(log.map(({ action, reason, text: said }) => ({ action, reason, text: said }))),
    })),
    members: [await fixture.reread(group), await fixture.reread(asking)].map(({ contactCount }) => contactCount),
    events: sorted(await fixture.eventTypes()),
  }
}

function ofPhone(phone: PhoneNumber) {
  return { status: null, unread: false, phone, assignee: null, after: null, limit: 10 } as const
}

function sorted<T>(all: readonly T[]): readonly T[] {
  return [...all].sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

/** Either with HELP or with a limit, because otherwise the order decides whether HELP or STOP is answered. */
function worldOf(seed: number): World {
  const random = randomNumbers(seed)
  const oneOf = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!
  const hasHelp = seed % 2 === 0
  const contacts = PHONES.filter(() => random() < 0.7)
  const among = (share: number) => contacts.filter(() => random() < share)
  const count = 2 + Math.floor(random() * TEXTS_MAX)
  const texts = Array.from({ length: count }, (_, n) => ({
    ...{ from: oneOf(PHONES), body: oneOf(hasHelp ? [...BODIES, 'HELP', 'INFO'] : BODIES) },
    ...{ providerId: `text-${n}`, isAnswered: random() < 0.1 },
  }))
  return {
    perHour: hasHelp ? 100 : 2,
    contacts,
    members: among(0.6),
    asked: among(0.3),
    optedOut: PHONES.filter(() => random() < 0.2),
    // Some are delivered twice.
    texts: [...texts, ...texts.filter(() => random() < 0.2)],
  }
}

/** Numbers from 0 to 1, the same for the same seed. */
function randomNumbers(seed: number): () => number {
  let state = seed * 7_919
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
