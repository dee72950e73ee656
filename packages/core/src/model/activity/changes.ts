import { isEqual } from '../../values/collections.js'
import { TOPICS, type Activity, type Counts, type Mark, type Topic } from './activity.js'

export type Change = {
  readonly topic: Topic
  /** What has changed; empty if it is unknown, so that everything of the topic may have. */
  readonly ids: readonly string[]
  readonly counts: Counts
}

/** What has changed since an earlier state. */
export function changesBetween(before: Activity, after: Activity): readonly Change[] {
  const known = new Map(before.marks.map((mark) => [keyOf(mark), mark.version]))
  return TOPICS.flatMap((topic) => {
    const changed = after.marks.filter((mark) => mark.topic === topic && known.get(keyOf(mark)) !== mark.version)
    const counts = after.counts[topic] ?? {}
    if (changed.length === 0 && isEqual(before.counts[topic] ?? {}, counts)) return []
    // An audit entry, or the balance of the account, is not an object of the topic.
    const isKnown = changed.every(({ id }) => !id.startsWith('aud_') && !id.startsWith('acc_'))
    return [{ topic, ids: isKnown ? changed.map(({ id }) => id) : [], counts }]
  })
}

function keyOf({ topic, id }: Mark): string {
  return `${topic} ${id}`
}
