import type { InboundPart, InboundParts } from '@carillon/core'

type Text = {
  readonly beganAt: number
  readonly parts: Map<number, InboundPart>
  finishedAt: number | null
  claimedUntil: number
}

export type MemoryPartsOptions = {
  /** The texts that are kept; the oldest are forgotten. */
  readonly textsMax?: number
  readonly claimMs?: number
  readonly finishedMs?: number
  readonly now?: () => number
}

/** For one process, and for tests. A restart loses the parts of texts that are not whole. */
export function memoryParts({
  textsMax = 10_000,
  claimMs = 60_000,
  finishedMs = 600_000,
  now = Date.now,
}: MemoryPartsOptions = {}): InboundParts {
  const texts = new Map<string, Text>()

  const begin = (part: InboundPart): Text => {
    const text: Text = { beganAt: part.at.getTime(), parts: new Map(), finishedAt: null, claimedUntil: -Infinity }
    texts.delete(part.key)
    texts.set(part.key, text)
    if (texts.size > textsMax) texts.delete(texts.keys().next().value!)
    return text
  }

  return {
    async add(part) {
      let text = texts.get(part.key) ?? begin(part)
      if (text.finishedAt !== null) {
        const isRecent = now() - text.finishedAt < finishedMs
        if (isRecent && isSame(text.parts.get(part.part), part)) return null
        text = begin(part)
      }
      if (!text.parts.has(part.part)) text.parts.set(part.part, part)
      return inOrder(text)
    },
    async finish(key) {
      const text = texts.get(key)
      if (text) text.finishedAt ??= now()
    },
    async claimOverdue({ before, limit }) {
      const overdue = [...texts.values()]
        .filter(({ beganAt, finishedAt, claimedUntil }) => {
          return beganAt < before.getTime() && finishedAt === null && claimedUntil <= now()
        })
        .slice(0, limit)
      for (const text of overdue) text.claimedUntil = now() + claimMs
      return overdue.map(inOrder)
    },
    async trim() {
      for (const [key, { finishedAt }] of texts) {
        if (finishedAt !== null && now() - finishedAt >= finishedMs) texts.delete(key)
      }
    },
  }
}

function isSame(one: InboundPart | undefined, other: InboundPart): boolean {
  return one !== undefined && one.dataCoding === other.dataCoding && Buffer.compare(one.octets, other.octets) === 0
}

function inOrder({ parts }: Text): readonly InboundPart[] {
  return [...parts.values()].toSorted((one, other) => one.part - other.part)
}
