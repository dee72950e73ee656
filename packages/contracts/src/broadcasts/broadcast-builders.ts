import { NO_OUTCOMES, NOT_BEGUN, type Broadcast, type Chunk, type PhoneNumber } from '@carillon/core'
import { NOW, after, ids, phoneOf, type Of } from '../fixtures/builders.js'

/** A broadcast to a hundred recipients, all of them released, with nothing sent yet. */
export function aBroadcast(given: Of<Broadcast>): Broadcast {
  const { total = 100 } = given
  return {
    id: ids.next('brc'),
    from: '+12025550199',
    body: 'Hello {{contact_first_name}}',
    mediaUrl: null,
    status: 'queued',
    total,
    released: total,
    timezone: null,
    send: null,
    counts: NO_OUTCOMES,
    createdAt: NOW,
    held: 0,
    startedAt: null,
    heldUntil: null,
    template: null,
    smartEncoding: false,
    sendingHours: null,
    expiresAt: null,
    watch: null,
    pool: null,
    completedAt: null,
    pausedAt: null,
    retriedAs: null,
    ...given,
  }
}

type ChunkOf = { readonly broadcast: Broadcast } & Partial<Omit<Chunk, 'account' | 'broadcast'>>

/** The first chunk of its broadcast, with three recipients. */
export function aChunk({ broadcast: { account, id }, ...given }: ChunkOf): Chunk {
  return {
    account,
    broadcast: id,
    number: 0,
    firstPosition: 0,
    recipients: { phones: phonesFrom(1, 3), keys: null, bodies: null, mediaUrls: null },
    progress: NOT_BEGUN,
    ...given,
  }
}

/** A chunk of a batch that is being sent, with a value in every field. */
export function aFullChunk({ broadcast, ...given }: ChunkOf): Chunk {
  const texts = ['Grüße 👋\n"quoted", \\ and {{tags}}', '']
  return aChunk({
    broadcast,
    recipients: {
      phones: [...phonesFrom(1, 3), '+442079460958' as PhoneNumber],
      keys: ['order-1', null, 'a@b_(c)', null],
      bodies: [...texts, 'It, too', '1'],
      mediaUrls: ['https://media.example.com/bell.png?size=1,2', null, null, null],
      templates: [null, { id: `tpl_${'0'.repeat(26)}`, version: 12 }, null, null],
    },
    progress: {
      cursor: 3,
      waiting: [
        { index: 0, sinceMs: NOW.getTime(), dueMs: after(30).getTime() },
        { index: 2, sinceMs: NOW.getTime(), dueMs: after(3_600).getTime(), isHeld: true, wasLookedUp: true },
      ],
      retryAt: after(1.001),
      misses: 2,
      slices: 5,
      attempt: {
        id: 'attempt-5',
        number: 5,
        at: after(2.002),
        indices: [1, 2],
        texts,
        mediaUrls: [null, 'https://media.example.com/es.png'],
        lookUps: [2],
        stopped: [3],
        stoppedBy: ['not-opted-in'],
        overdue: [0],
        again: [{ index: 1, sinceMs: after(-60).getTime(), dueMs: NOW.getTime() }],
      },
    },
    ...given,
  })
}

/** This many chunks of a broadcast, each with `length` recipients. */
export function chunksOf(broadcast: Broadcast, count: number, { length = 3 } = {}): readonly Chunk[] {
  return Array.from({ length: count }, (_, number) => {
    const firstPosition = number * length
    const recipients = { phones: phonesFrom(firstPosition, length), keys: null, bodies: null, mediaUrls: null }
    return aChunk({ broadcast, number, firstPosition, recipients })
  })
}

function phonesFrom(first: number, length: number): readonly PhoneNumber[] {
  return Array.from({ length }, (_, i) => phoneOf(first + i))
}
