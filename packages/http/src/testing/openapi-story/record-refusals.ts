import { problemOf } from '../../api/problem.js'
import { tooSlow } from '../../api/refuse-unread.js'
import { DOCS_URL } from '../test-api.js'
import type { Example } from './example-recorder.js'
import { ANN, BOB, EVE, NAMED, NO_GROUP, NO_ID, openStory, type Story, type StoryAdapters } from './open-story.js'
import { refuseAnything, refuseOperators } from './refuse-operators.js'
import { refuseSchedules } from './refuse-schedules.js'
import { refuseSends } from './refuse-sends.js'
import { refuseTemplates } from './refuse-templates.js'

/** Records an example of every error, mostly by making requests that are refused. */
export async function recordRefusals(adapters: StoryAdapters): Promise<readonly Example[]> {
  const story = await openStory(adapters)
  await story.declare({ credits: { sms: 1_000 } })
  const vip: string = (await story.api('GET', '/groups?name=VIP')).body.results[0].id
  await story.api('POST', `/contacts/by-phone/${ANN}`)
  await story.api('POST', `/contacts/by-phone/${ANN}/groups/${vip}`)
  await refuseContacts(story, vip)
  await refuseSegments(story)
  await refuseSends(story)
  await refuseSchedules(story, vip)
  await refuseTemplates(story, vip)
  await refuseOperators(story)
  await refuseAnything(story)
  const { problem } = problemOf(tooSlow(), { docsUrl: DOCS_URL, isOutage: () => false })
  return [...story.refusals, { place: errorPlace('TooSlow', problem.code), value: problem }]
}

function errorPlace(response: string, code: number): readonly string[] {
  return ['components', 'responses', response, 'content', 'application/json', 'examples', String(code), 'value']
}

async function refuseContacts({ refuse, api, text, declare, clock }: Story, vip: string) {
  const ann = { phoneNumber: ANN }
  const wrong = { phoneNumber: '12025550123' }
  const body = { customFields: { Plan: 'Gold' } }
  await refuse('createContact', 33003, { path: wrong })
  await refuse('createContact', 33033, { path: { phoneNumber: BOB }, body })
  await refuse('createContact', 33400, { path: ann, body: { firstName: 1 } })
  await refuse('createContact', 33037, { path: ann })
  await refuse('readContact', 33003, { path: wrong })
  await refuse('readContact', 33030, { path: { phoneNumber: EVE } })
  await refuse('listContacts', 33034, { query: 'group=VIP' })
  await refuse('listContacts', 33400, { query: 'phoneNumber=Ann' })
  await refuse('listContacts', 33031, { query: `group=${NO_GROUP}` })
  await refuse('readGroup', 33034, { path: { groupId: 'VIP' } })
  await refuse('listGroups', 33400, { query: 'page=0' })
  await refuse('joinGroup', 33003, { path: { ...wrong, groupId: vip } })
  await refuse('joinGroup', 33034, { path: { ...ann, groupId: 'VIP' } })
  await refuse('joinGroup', 33400, { path: { ...ann, groupId: vip }, body: { optInMode: 'ASK' } })
  await refuse('joinGroup', 33030, { path: { phoneNumber: EVE, groupId: vip } })
  await refuse('joinGroup', 33031, { path: { ...ann, groupId: NO_GROUP } })
  await refuse('leaveGroup', 33003, { path: { ...wrong, groupId: vip } })
  await refuse('leaveGroup', 33034, { path: { ...ann, groupId: 'VIP' } })
  await declare({ capabilities: { silentOptIn: false } })
  const news: string = (await api('GET', '/groups?name=News')).body.results[0].id
  await refuse('joinGroup', 33038, { path: { ...ann, groupId: news }, body: { optInMode: 'SILENT' } })
  await api('POST', `/contacts/by-phone/${BOB}`)
  await api('POST', `/contacts/by-phone/${BOB}/groups/${news}`, { body: { optInMode: 'CONFIRM' } })
  await refuse('joinGroup', 33036, { path: { phoneNumber: BOB, groupId: vip } })
  await api('DELETE', `/contacts/by-phone/${BOB}/groups/${news}`)
  await refuse('joinGroup', 33429, { path: { phoneNumber: BOB, groupId: vip }, body: { optInMode: 'CONFIRM' } })
  clock.advance(1_000)
  await text(BOB, 'STOP')
  await refuse('joinGroup', 33035, { path: { phoneNumber: BOB, groupId: vip } })
}

async function refuseSegments({ refuse, api }: Story) {
  const filtered = (contact: object) => ({ body: { name: 'VIPs', filter: { contact } } })
  const groups = (ids: readonly string[]) => ({ groups: { ids: { in: ids } } })
  const segments = (ids: readonly string[]) => ({ segments: { ids: { in: ids } } })
  await refuse('createSegment', 33034, filtered(groups(['VIP'])))
  await refuse('createSegment', 33400, filtered({ birthDate: { before: '1990-01-01' } }))
  await refuse('createSegment', 33031, filtered(groups([NO_GROUP])))
  await refuse('createSegment', 33404, filtered(segments([`seg_${NO_ID}`])))
  const queried = { path: NAMED, query: `filter=${JSON.stringify({ contact: groups([NO_GROUP]) })}` }
  await refuse('exportContacts', 33031, queried)
  await refuse('exportContacts', 33404, { path: { name: 'Nobody' } })
  const { id } = (await api('POST', '/segments', filtered({ all: [] }))).body
  await refuse('createSegment', 33409, filtered({ all: [] }))
  await api('POST', '/segments', { body: { name: 'Others', filter: { contact: { not: segments([id]) } } } })
  await refuse('removeSegment', 33409, { path: { segmentId: id } })
}
