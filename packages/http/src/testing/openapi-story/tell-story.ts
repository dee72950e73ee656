import { isDeepStrictEqual } from 'node:util'
import { openStory, type StoryAdapters } from './open-story.js'
import { tellContacts } from './tell-contacts.js'
import { tellBroadcasts, tellMessages, tellPreviews } from './tell-messages.js'
import { tellJobs, tellTheRest, tellWebhooks } from './tell-operations.js'
import { tellRefusals } from './tell-refusals.js'
import { tellSchedules } from './tell-schedules.js'
import type { Example } from './teller.js'

export type ToldStory = { readonly examples: readonly Example[]; readonly refusals: readonly Example[] }

/** Walks through every operation of the document, and answers what was asked, answered and sent to webhooks. */
export async function tellStory(open: () => StoryAdapters): Promise<ToldStory> {
  const story = await openStory(open())
  const groups = await tellContacts(story)
  await tellMessages(story)
  await tellPreviews(story, groups)
  await tellBroadcasts(story)
  await tellSchedules(story, groups)
  await tellWebhooks(story)
  await tellJobs(story)
  await tellTheRest(story)
  const types = new Set<string>()
  for (const { body } of story.webhookSender.posts) {
    const payload = JSON.parse(body) as { readonly type: string }
    if (!types.has(payload.type)) story.sent(payload)
    types.add(payload.type)
  }
  return { examples: story.examples, refusals: await tellRefusals(open()) }
}

/** What an error was told as: at this very place, or else anywhere with this code. */
export function refusalAt({ refusals }: ToldStory, place: readonly string[]): unknown {
  const code = Number(place.at(-2))
  const told =
    refusals.find((one) => isDeepStrictEqual(one.place, place)) ?? refusals.find((one) => codeOf(one) === code)
  if (told === undefined) throw new Error(`Nothing was refused by ${code}`)
  return told.value
}

function codeOf({ place }: Example): number {
  return Number(place.at(-2))
}
