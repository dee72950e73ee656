import type {
  Broadcast,
  ChunkProgress,
  Erased,
  ErasedEvents,
  ErasureStore,
  Event,
  EventId,
  LookedChunk,
  Message,
  TemplateRef,
} from '@carillon/core'
import { aBroadcast, aChunk } from '../broadcasts/broadcast-builders.js'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, CAT, NOW, SUBJECT, aWebhookEndpoint } from '../fixtures/builders.js'
import { aMessage } from '../fixtures/sending-builders.js'

/** An account fixture with shortcuts to erase Ann and to read the data that is left. */
export async function erasureStoreFixture(open: OpenTestAdapters) {
  const fixture = await accountFixture(await open())
  const { run } = fixture
  const account = fixture.account.id
  const ann: Erased = { account, phone: ANN }
  const erase = <T>(use: (store: ErasureStore) => Promise<T>) => run(({ erasures }) => use(erasures))
  const add = async (given: Partial<Message> = {}) => {
    const message = aMessage({ account, ...SENT, ...given })
    await run(({ messages }) => messages.add([message]))
    return message
  }
  return {
    ...fixture,
    ann,
    eraseContact: (who = ann) => erase((store) => store.eraseContact({ ...who, subject: SUBJECT })),
    eraseMessages: (limit = 100) => erase((store) => store.eraseMessages(ann, limit)),
    eraseLeftovers: () => erase((store) => store.eraseLeftovers(ann)),
    eraseRecipients: (after: LookedChunk | null = null, limit = 100) =>
      erase((store) => store.eraseRecipients(ann, { after, limit })),
    eraseEvents: (after: EventId | null = null, limit = 100): Promise<ErasedEvents> =>
      erase((store) => store.eraseEvents(ann, { after, limit })),
    message: add,
    find: ({ account: of, id }: Message) => run(({ messages }) => messages.find(of, id)),
    /** A broadcast to Bob, Ann and Cat by default, with a body for each recipient. */
    broadcast: async (
      progress: Partial<ChunkProgress> = {},
      {
        phones = RECIPIENTS.phones,
        ...given
      }: Partial<Broadcast> & { readonly phones?: typeof RECIPIENTS.phones } = {},
    ) => {
      const broadcast = aBroadcast({ account, total: 3, ...given })
      const chunk = aChunk({ broadcast, recipients: { ...RECIPIENTS, phones } })
      await run(({ broadcasts }) =>
        broadcasts.add(broadcast, [{ ...chunk, progress: { ...chunk.progress, ...progress } }]),
      )
      return broadcast
    },
    chunkOf: ({ account: of, id }: Broadcast) =>
      run(async ({ broadcasts }) => (await broadcasts.lockChunk({ account: of, broadcast: id, number: 0 }))!),
    endpoint: async () => {
      const endpoint = aWebhookEndpoint({ account })
      await run(({ webhookEndpoints }) => webhookEndpoints.put(endpoint))
      return endpoint
    },
    /** Appends the events and relays them; no delivery is attempted yet. */
    keep: async (...events: readonly Event[]) => {
      await run((stores) => stores.events.append(account, events))
      await run(({ deliveries }) => deliveries.fanOut(account, { now: NOW, eventsMax: 1_000 }))
    },
  }
}

const SENT = { status: 'sent', phase: null, sentAt: NOW, providerId: 'provider-1' } as const

/** A version from which bodies of the recipients were made. */
export const TEMPLATE: TemplateRef = { id: `tpl_${'0'.repeat(26)}`, version: 2 }

export const RECIPIENTS = {
  phones: [BOB, ANN, CAT],
  keys: ['bob-1', 'ann-1', null],
  bodies: ['For Bob', 'For Ann', 'For Cat'],
  mediaUrls: [null, 'https://media.example.com/ann.png', null],
  templates: [TEMPLATE, TEMPLATE, null],
}

/** An attempt that submits to the recipients at these indices. */
export function anAttemptOn(...indices: readonly number[]): NonNullable<ChunkProgress['attempt']> {
  const none = { lookUps: [], stopped: [], overdue: [], again: [] }
  return { id: 'attempt-1', number: 1, at: NOW, indices, texts: null, ...none }
}
