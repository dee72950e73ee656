import {
  ANN,
  after,
  membershipScenariosOf,
  inboundFixture,
  unacknowledgedCommits,
  type MembershipScenario,
  type InboundGiven,
} from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { describe, expect, test } from '@jest/globals'
import type { Contact } from '../../model/contacts/contact.js'
import type { Event, MembershipEvent } from '../../model/events/event.js'
import type { MembershipState } from '../../model/groups/membership.js'
import type { Stores, UnitOfWork } from '../../stores/unit-of-work.js'
import { DomainError } from '../../values/errors.js'

/** Ann's memberships before a scenario, and the events that the scenario emits, in order. */
type Row = readonly [before: Standing, happens: MembershipScenario, emitted: readonly string[], given?: InboundGiven]

/** A group that Ann has never been in is omitted. VIP is the default group. */
type Standing = {
  readonly VIP?: MembershipState
  readonly News?: MembershipState
  readonly hasOptedOut?: boolean
}

const NO_CONTACT: Standing = {}
const REMOVED: Standing = { VIP: 'removed' }
const PENDING: Standing = { VIP: 'pending' }
const ACTIVE: Standing = { VIP: 'active' }
const IN_BOTH: Standing = { VIP: 'active', News: 'active' }
const PENDING_IN_BOTH: Standing = { VIP: 'pending', News: 'pending' }
const PENDING_ELSEWHERE: Standing = { News: 'pending' }
const ACTIVE_AND_PENDING: Standing = { VIP: 'active', News: 'pending' }
const OPTED_OUT: Standing = { VIP: 'removed', hasOptedOut: true }
const COMING_BACK: Standing = { VIP: 'pending', hasOptedOut: true }

const IN = { direct: 'opted_in VIP DIRECT', silent: 'opted_in VIP SILENT', confirmed: 'opted_in VIP CONFIRMED' }
const OUT = { stopped: 'opted_out VIP STOP', removed: 'opted_out VIP USER_REMOVED' }

const NO_SILENT: InboundGiven = { account: { capabilities: { silentOptIn: false } } }
const NO_CREDITS: InboundGiven = { credits: 0 }

const TABLE: readonly Row[] = [
  [NO_CONTACT, 'POST with DIRECT', [IN.direct]],
  [NO_CONTACT, 'POST with SILENT', [IN.silent]],
  [NO_CONTACT, 'POST with CONFIRM', []],
  [NO_CONTACT, 'an import', [IN.silent]],
  [NO_CONTACT, 'DELETE', []],
  [NO_CONTACT, 'YES', []],
  [NO_CONTACT, 'STOP', []],
  [NO_CONTACT, 'START', []],
  [NO_CONTACT, 'POST with SILENT', [], NO_SILENT],
  [NO_CONTACT, 'an import', [IN.silent], NO_SILENT],
  [NO_CONTACT, 'POST with DIRECT', [IN.direct], NO_CREDITS],
  [NO_CONTACT, 'POST with CONFIRM', [], NO_CREDITS],
  [NO_CONTACT, 'START', [], NO_CREDITS],

  [REMOVED, 'POST with DIRECT', [IN.direct]],
  [REMOVED, 'POST with SILENT', [IN.silent]],
  [REMOVED, 'POST with CONFIRM', []],
  [REMOVED, 'an import', [IN.silent]],
  [REMOVED, 'DELETE', []],
  [REMOVED, 'YES', []],
  [REMOVED, 'STOP', []],
  [REMOVED, 'START', []],

  [PENDING, 'YES', [IN.confirmed]],
  [PENDING, 'POST with SILENT', [IN.silent]],
  [PENDING, 'POST with DIRECT', []],
  [PENDING, 'POST with CONFIRM', []],
  [PENDING, 'an import', [IN.silent]],
  [PENDING, 'DELETE', []],
  [PENDING, 'STOP', []],
  [PENDING, 'START', []],
  [PENDING, 'HELP', []],
  [PENDING, 'yes please', []],

  [PENDING_IN_BOTH, 'YES', [IN.confirmed, 'opted_in News CONFIRMED']],
  [PENDING_IN_BOTH, 'STOP', []],
  [PENDING_IN_BOTH, 'POST with DIRECT', []],
  [PENDING_IN_BOTH, 'POST with CONFIRM', []],
  [PENDING_IN_BOTH, 'POST with SILENT', []],
  [PENDING_IN_BOTH, 'DELETE', []],

  [PENDING_ELSEWHERE, 'POST with DIRECT', []],
  [PENDING_ELSEWHERE, 'POST with CONFIRM', []],
  [PENDING_ELSEWHERE, 'POST with SILENT', []],
  [PENDING_ELSEWHERE, 'an import', []],
  [PENDING_ELSEWHERE, 'YES', ['opted_in News CONFIRMED']],

  [ACTIVE, 'POST with DIRECT', []],
  [ACTIVE, 'POST with CONFIRM', []],
  [ACTIVE, 'POST with SILENT', []],
  [ACTIVE, 'POST with SILENT', [], NO_SILENT],
  [ACTIVE, 'an import', []],
  [ACTIVE, 'DELETE', [OUT.removed]],
  [ACTIVE, 'STOP', [OUT.stopped]],
  [ACTIVE, 'YES', []],
  [ACTIVE, 'START', []],
  [ACTIVE, 'HELP', []],
  [ACTIVE, 'an opt-out at the provider', []],
  [ACTIVE, 'an opt-out reported by a receipt', []],
  [ACTIVE, 'an addition to a list', []],
  [ACTIVE, 'PATCH', []],

  [IN_BOTH, 'STOP', [OUT.stopped, 'opted_out News STOP']],
  [IN_BOTH, 'DELETE', [OUT.removed]],
  [{ VIP: 'active', News: 'removed' }, 'STOP', [OUT.stopped]],
  [ACTIVE_AND_PENDING, 'STOP', [OUT.stopped]],
  [ACTIVE_AND_PENDING, 'YES', ['opted_in News CONFIRMED']],
  [ACTIVE_AND_PENDING, 'DELETE', [OUT.removed]],

  [OPTED_OUT, 'POST with DIRECT', []],
  [OPTED_OUT, 'POST with CONFIRM', []],
  [OPTED_OUT, 'POST with SILENT', []],
  [OPTED_OUT, 'an import', []],
  [OPTED_OUT, 'DELETE', []],
  [OPTED_OUT, 'STOP', []],
  [OPTED_OUT, 'START', []],
  [OPTED_OUT, 'YES', []],
  [COMING_BACK, 'YES', [IN.confirmed]],
  [COMING_BACK, 'STOP', []],
  [COMING_BACK, 'POST with SILENT', []],
]

const SAME = { isDoneTwice: false, isUnacknowledged: false }

describe.each([
  ['when a scenario runs', SAME],
  ['when a scenario runs twice', { ...SAME, isDoneTwice: true }],
  ['when a scenario runs again after unacknowledged commits', { ...SAME, isUnacknowledged: true }],
])('events %s:', (_, { isDoneTwice, isUnacknowledged }) => {
  test.each(TABLE.map((row) => [nameOf(row), row] as const))('%s', async (_name, [before, happens, emitted, given]) => {
    const { doIt, membershipEvents, loseReplies, observations } = await open(before, given)
    if (isUnacknowledged) loseReplies()
    await doIt(happens)
    if (isDoneTwice) await doIt(happens)
    expect((await membershipEvents()).map(wordsOf)).toEqual(emitted)
    for (const { joined, emitted } of observations()) expect(emitted).toBe(joined)
  })
})

test('an event has the contact, its number, the group and the time', async () => {
  const { doIt, membershipEvents, ann, vip } = await open(ACTIVE)
  await doIt('STOP')
  expect(await membershipEvents()).toEqual([
    {
      id: expect.stringMatching(/^evt_/),
      account: ann.account,
      type: 'contacts.group.opted_out',
      at: after(100),
      data: { contact: { id: ann.id, phoneNumber: ANN }, group: { id: vip.id, name: 'VIP' }, reason: 'STOP' },
    },
  ])
})

/** Ann with the given memberships, and the scenarios. Her memberships and events are observed after every commit. */
async function open({ hasOptedOut, ...standing }: Standing, given?: InboundGiven) {
  const adapters = inMemory({ now: after(100) })
  const unacknowledged = unacknowledgedCommits(adapters.unitOfWork)
  const observations: Observation[] = []
  let observe = async () => {}
  const fixture = await inboundFixture({ ...adapters, unitOfWork: watched(unacknowledged, () => observe()) }, given)
  const ann = await fixture.contact({ phone: ANN })
  const vip = await fixture.group({ name: 'VIP', isDefault: true, optInMessage: 'Welcome' })
  const groups = { VIP: vip, News: await fixture.group({ name: 'News' }) }
  for (const name of ['VIP', 'News'] as const) {
    const state = standing[name]
    if (state !== undefined) await fixture.member(ann, groups[name], { state })
  }
  if (hasOptedOut) await fixture.optOut(ANN)
  const { active: before } = await adapters.unitOfWork.run((stores) => observationOf(stores, ann))
  observe = async () => void observations.push(await adapters.unitOfWork.run((stores) => observationOf(stores, ann)))
  const scenarios = membershipScenariosOf(fixture, vip)
  return {
    ann,
    vip,
    loseReplies: unacknowledged.loseReplies,
    observations: () => observations.map(({ active, emitted }) => ({ joined: active - before, emitted })),
    doIt: (happens: MembershipScenario) => scenarios[happens]().catch(unlessRefused),
    membershipEvents: async () => (await fixture.events()).filter(isOfMembership),
  }
}

/** The number of groups in which Ann is active, and the change in that number according to the events. */
type Observation = { readonly active: number; readonly emitted: number }

async function observationOf({ memberships, events }: Stores, { account, id }: Contact): Promise<Observation> {
  const active = (await memberships.of(account, [id])).filter(({ state }) => state === 'active').length
  const types = (await events.oldest(account, 100)).map(({ type }) => type)
  const count = (wanted: Event['type']) => types.filter((type) => type === wanted).length
  return { active, emitted: count('contacts.group.opted_in') - count('contacts.group.opted_out') }
}

function watched(unitOfWork: UnitOfWork, observe: () => Promise<void>): UnitOfWork {
  return {
    runOne: (work) => unitOfWork.runOne(work),
    run: async (work) => {
      const result = await unitOfWork.run(work)
      await observe()
      return result
    },
  }
}

function unlessRefused(error: unknown) {
  if (!(error instanceof DomainError)) throw error
}

function isOfMembership(event: Event): event is MembershipEvent {
  return event.type === 'contacts.group.opted_in' || event.type === 'contacts.group.opted_out'
}

function wordsOf({ type, data: { group, reason } }: MembershipEvent): string {
  return `${type.replace('contacts.group.', '')} ${group.name} ${reason}`
}

function nameOf([before, happens, emitted, given]: Row): string {
  const { hasOptedOut, ...groups } = before
  const places = Object.entries(groups).map(([name, state]) => `${state} in ${name}`)
  const where = [...places, ...(hasOptedOut ? ['opted out'] : [])].join(', ') || 'in no group'
  const but = given === undefined ? '' : given.credits === 0 ? ', without credits' : ', without the capability'
  return `${where}: ${happens}${but} emits ${emitted.join(', ') || 'nothing'}`
}
