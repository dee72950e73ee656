import { isDeepStrictEqual } from 'node:util'
import type { WebhookPost } from '@carillon/core'
import type { Around, Example } from './example-recorder.js'
import { openStory, type Story, type StoryAdapters } from './open-story.js'
import { recordContacts } from './record-contacts.js'
import { recordBroadcasts, recordMessages, recordPreviews } from './record-messages.js'
import {
  recordCarriers,
  recordJobs,
  recordKeywords,
  recordRequests,
  recordTheRest,
  recordUsers,
  recordWebhooks,
} from './record-operations.js'
import { recordRefusals } from './record-refusals.js'
import { recordSchedules } from './record-schedules.js'
import { recordTemplates } from './record-templates.js'

export type RecordedStory = { readonly examples: readonly Example[]; readonly refusals: readonly Example[] }

/** Calls every operation of the document, and returns the recorded requests, responses and webhook payloads. */
export async function recordStory(open: () => StoryAdapters): Promise<RecordedStory> {
  const story = await callEveryOperation(open())
  return { examples: story.examples, refusals: await recordRefusals(open()) }
}

export async function callEveryOperation(adapters: StoryAdapters, around?: Around): Promise<Story> {
  const story = await openStory(adapters, around)
  const groups = await recordContacts(story)
  await recordMessages(story)
  await recordPreviews(story, groups)
  await recordBroadcasts(story)
  await recordSchedules(story, groups)
  await recordWebhooks(story)
  await recordJobs(story)
  await recordCarriers(story)
  await recordKeywords(story)
  await recordRequests(story)
  await recordUsers(story)
  await recordTheRest(story)
  await recordTemplates(story)
  for (const payload of firstOfEachType(story.webhookSender.posts)) story.sent(payload)
  return story
}

/** The first event of each type, or the longest of those with its time, which a database may complete in any order. */
function firstOfEachType(posts: readonly WebhookPost[]): readonly Payload[] {
  const bodies = posts.map(({ body }) => body).sort((one, other) => other.length - one.length)
  const payloads = bodies
    .map((body) => JSON.parse(body) as Payload)
    .sort((one, other) => Date.parse(one.timestamp) - Date.parse(other.timestamp))
  return payloads.filter(({ type }, index) => payloads.findIndex((other) => other.type === type) === index)
}

type Payload = { readonly type: string; readonly timestamp: string }

/** The error that was recorded at this place, or else any recorded error with this code. */
export function refusalAt({ refusals }: RecordedStory, place: readonly string[]): unknown {
  const code = Number(place.at(-2))
  const stories =
    refusals.find((one) => isDeepStrictEqual(one.place, place)) ?? refusals.find((one) => codeOf(one) === code)
  if (stories === undefined) throw new Error(`Nothing was refused by ${code}`)
  return stories.value
}

function codeOf({ place }: Example): number {
  return Number(place.at(-2))
}
