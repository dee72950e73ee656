import type { SmscLink, SmscLinks, SmscState, TextResult } from '@carillon/core'

type Message = { link: SmscLink | null; state: State | null; readonly savedAt: number }
/** The link is null if two texts have the echo. */
type Echo = { readonly link: SmscLink | null; readonly savedAt: number }
type State = Pick<SmscState, 'at' | 'failure'>
type Text = {
  readonly parts: number
  readonly delivered: Set<number>
  result: TextResult | null
  isReported: boolean
  readonly savedAt: number
  /** Until then, others leave the result to whoever has it. */
  claimedUntil: number
}

export type MemoryLinksOptions = {
  /** The messages that are kept; the oldest are forgotten. */
  readonly messagesMax?: number
  readonly claimMs?: number
  readonly keptMs?: number
  readonly now?: () => number
}

/** For one process, and for tests. A restart forgets everything. */
export function memoryLinks({
  messagesMax = 100_000,
  claimMs = 60_000,
  keptMs = 8 * 86_400_000,
  now = Date.now,
}: MemoryLinksOptions = {}): SmscLinks {
  const messages = new Map<string, Message>()
  const echoes = new Map<string, Echo>()
  const texts = new Map<string, Text>()

  const messageOf = (id: string): Message => {
    const message = messages.get(id) ?? { link: null, state: null, savedAt: now() }
    messages.set(id, message)
    forgetOldest(messages, messagesMax)
    return message
  }

  /** The result of the text of a message that has a link and a state. */
  const combine = ({ reference, part, parts }: SmscLink, { at, failure }: State): TextResult | null => {
    const text = texts.get(reference) ?? {
      ...{ parts, delivered: new Set(), result: null, isReported: false, claimedUntil: now() + claimMs },
      savedAt: now(),
    }
    texts.set(reference, text)
    forgetOldest(texts, messagesMax)
    if (text.result === null) {
      if (failure === null) text.delivered.add(part)
      if (failure !== null || text.delivered.size === text.parts) {
        text.result = { reference, at, failure }
        text.claimedUntil = now() + claimMs
      }
    }
    return text.isReported ? null : text.result
  }

  const linkEcho = (link: SmscLink) => {
    const other = echoes.get(link.key)
    const isSame = other === undefined || (other.link?.reference === link.reference && other.link.part === link.part)
    echoes.delete(link.key)
    echoes.set(link.key, { link: isSame ? link : null, savedAt: now() })
    forgetOldest(echoes, messagesMax)
  }

  const linkId = (link: SmscLink): TextResult | null => {
    const known = messages.get(link.key)
    const isAnother = known?.link != null && known.link.reference !== link.reference
    const state = isAnother ? null : (known?.state ?? null)
    messages.delete(link.key)
    messages.set(link.key, { link, state, savedAt: now() })
    forgetOldest(messages, messagesMax)
    return state && combine(link, state)
  }

  return {
    async save(links) {
      const results = links.map((link) => (link.kind === 'id' ? linkId(link) : (linkEcho(link), null)))
      return distinct(results.filter((result) => result !== null))
    },
    async settle({ id, otherId = null, echo, at, failure }) {
      const linked = [id, otherId].find((one) => one !== null && messages.get(one)?.link != null) ?? id
      const message = linked === null ? { link: null, state: null, savedAt: now() } : messageOf(linked)
      message.state ??= { at, failure }
      message.link ??= (echo === null ? null : echoes.get(echo)?.link) ?? null
      return message.link && combine(message.link, message.state)
    },
    async markReported(references) {
      for (const reference of references) {
        const text = texts.get(reference)
        if (text) text.isReported = true
      }
    },
    async claimUnreported({ limit }) {
      const late = [...texts.values()].filter(
        ({ result, isReported, claimedUntil }) => result !== null && !isReported && claimedUntil <= now(),
      )
      const claimed = late.slice(0, limit)
      for (const text of claimed) text.claimedUntil = now() + claimMs
      return claimed.map(({ result }) => result!)
    },
    async trim() {
      const until = now() - keptMs
      for (const map of [messages, echoes, texts]) forgetUntil(map, until)
    },
  }
}

function distinct(results: readonly TextResult[]): readonly TextResult[] {
  return [...new Map(results.map((result) => [result.reference, result])).values()]
}

/** The maps are in the order in which their keys were added. */
function forgetUntil(map: Map<string, { readonly savedAt: number }>, until: number): void {
  for (const [key, { savedAt }] of map) {
    if (savedAt > until) return
    map.delete(key)
  }
}

function forgetOldest(map: Map<string, unknown>, sizeMax: number): void {
  if (map.size > sizeMax) map.delete(map.keys().next().value!)
}
