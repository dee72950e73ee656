import { createHash } from 'node:crypto'
import { TOPICS, type Activity, type Change, type Topic } from '@carillon/core'

/**
 * The id of an event: the version of each topic, in their order. A stream that begins with the id of an earlier event
 * tells which topics have changed meanwhile.
 */
export function versionsOf(activity: Activity): string {
  return TOPICS.map((topic) => versionOf(activity, topic)).join('.')
}

const VERSION_LENGTH = 8

function versionOf({ marks, counts }: Activity, topic: Topic): string {
  const state = [marks.filter((mark) => mark.topic === topic), counts[topic]]
  return createHash('sha256').update(JSON.stringify(state)).digest('hex').slice(0, VERSION_LENGTH)
}

/** The topics that have changed since the event, without saying what; all of them if nobody knows the event. */
export function changesSince(eventId: string, activity: Activity): readonly Change[] {
  const before = eventId.split('.')
  return TOPICS.filter((topic, i) => before[i] !== versionOf(activity, topic)).map((topic) => ({
    topic,
    ids: [],
    counts: activity.counts[topic] ?? {},
  }))
}
