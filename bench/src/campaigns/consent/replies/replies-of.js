/** What people write, with how many of a thousand write it. Everything else is a plain text. */
const KINDS = [
  { kind: 'stop', weight: 100, bodies: ['STOP', 'stop', 'Stop please', 'unsubscribe', 'STOP!'] },
  { kind: 'help', weight: 20, bodies: ['HELP', 'info', 'Help!'] },
  { kind: 'start', weight: 10, bodies: ['START', 'Join'] },
  { kind: 'yes', weight: 10, bodies: ['YES', 'y'] },
  {
    kind: 'plain',
    weight: 860,
    bodies: ['Thanks!', 'See you there', 'Which day is it?', '👍', 'Can I bring a friend?'],
  },
]
/** Of a thousand texts. */
const POSTED_TWICE = 50
/** Of a thousand people who write STOP. */
const STOPPING_TWICE = 50

/**
 * One reply of each phone, in random order. Some are posted twice, at about the same time or long after, with the same
 * id; and some people write STOP twice, which are two texts.
 *
 * @returns {{ id: string, kind: string, from: string, to: string, body: string, posts: number }[]}
 */
export function repliesOf(phones, { random, to }) {
  const texts = phones.flatMap((from, n) => {
    const { kind, bodies } = pickKind(random)
    const text = () => ({ kind, from, to, body: bodies[Math.floor(random() * bodies.length)] })
    const twice = kind === 'stop' && random() * 1_000 < STOPPING_TWICE
    const posts = random() * 1_000 < POSTED_TWICE ? 2 : 1
    return [{ ...text(), id: `reply-${n}`, posts }, ...(twice ? [{ ...text(), id: `reply-${n}-again`, posts: 1 }] : [])]
  })
  return texts
    .map((text) => ({ text, place: random() }))
    .sort(byPlace)
    .map(({ text }) => text)
}

/** The order in which they are posted: the second post of a text comes at once, or at the end. */
export function postsOf(texts) {
  const late = texts.filter(({ posts }, i) => posts === 2 && i % 2 === 0)
  const atOnce = texts.flatMap((text, i) => (text.posts === 2 && i % 2 === 1 ? [text, text] : [text]))
  return [...atOnce, ...late]
}

function pickKind(random) {
  let left = random() * KINDS.reduce((sum, { weight }) => sum + weight, 0)
  return KINDS.find(({ weight }) => (left -= weight) < 0) ?? KINDS[0]
}

function byPlace(one, other) {
  return one.place - other.place
}
