import {
  CancelSchedule,
  ChangeSchedule,
  CreateSchedule,
  ListSchedules,
  ListSends,
  Once,
  ReadSchedule,
  ReadUpcoming,
  RecomputeSchedules,
  type Account,
  type BroadcastId,
  type Contact,
  type CreateScheduleInput,
  type ScheduleId,
  type SchedulePatch,
  type ScheduleQuery,
  type Sender,
  type Stores,
  type Timetable,
} from '@carillon/core'
import { broadcastingFixture, memberNumber, type BroadcastingGiven } from '../broadcasts/broadcasting-fixture.js'
import type { AccountFixture } from '../fixtures/account-fixture.js'
import { aConsent, aMembership } from '../fixtures/builders.js'
import { aSender } from '../fixtures/sending-builders.js'

type Adapters = Parameters<typeof broadcastingFixture>[0]

export type SchedulingGiven = Omit<BroadcastingGiven, 'members'> & {
  /** The contacts in the group; by default three contacts without a timezone. */
  readonly contacts?: readonly Partial<Contact>[]
}

/** An account with a group whose members have opted in, with everything that a schedule needs to send. */
export async function schedulingFixture<A extends Adapters & { readonly clock: { readonly set: (now: Date) => void } }>(
  adapters: A,
  { contacts: given = [{}, {}, {}], ...more }: SchedulingGiven = {},
) {
  const fixture = await broadcastingFixture(adapters, { ...more, members: 0 })
  const { account, clock, ids, run, timer, unitOfWork } = fixture
  const { group, contacts } = await aGroupOf(fixture, given)
  const create = new CreateSchedule({ unitOfWork, clock, ids, once: new Once({ unitOfWork, clock, timer }) })
  const input = {
    account,
    audience: { kind: 'groups', groups: [group.id] },
    from: fixture.from,
    body: 'Hello',
    waves: null,
    idempotencyKey: null,
  } as const
  const name = (id: string) => ({ account, id })
  return {
    ...fixture,
    group,
    anotherGroup: fixture.group,
    contacts,
    schedule: async (timetable: Timetable, one: Partial<CreateScheduleInput> = {}) =>
      (await create.execute({ ...input, timetable, ...one })).schedule,
    create: (one: Partial<CreateScheduleInput> & Pick<CreateScheduleInput, 'timetable'>) =>
      create.execute({ ...input, ...one }),
    change: (id: string, patch: SchedulePatch) =>
      new ChangeSchedule({ unitOfWork, clock }).execute({ ...name(id), patch }),
    remove: (id: string) => new CancelSchedule({ unitOfWork, clock, ids }).execute(name(id)),
    read: (id: string) => new ReadSchedule({ unitOfWork }).execute(name(id)),
    list: (query: Partial<ScheduleQuery> = {}) =>
      new ListSchedules({ unitOfWork }).execute({ account, query: { ...ALL, ...query } }),
    upcoming: (id: string, count = 10) => new ReadUpcoming({ unitOfWork }).execute({ ...name(id), count }),
    sends: async (id: string) =>
      (await new ListSends({ unitOfWork }).execute({ ...name(id), page: { page: 1, limit: 100 } })).results,
    /** Changes the sender of the schedules from now on. */
    sender: (one: Partial<Sender>) =>
      run(({ senders }) => senders.put(aSender({ account: account.id, number: fixture.from, ...one }))),
    /** Planned sends, which are not listed yet because their time has not come. */
    planned: (id: string) => run(({ schedules }) => schedules.planned(account.id, id as ScheduleId)),
    /** The schedule as it is stored. */
    stored: (id: string) => run(({ schedules }) => schedules.find(account.id, id as ScheduleId)),
    broadcast: fixture.read,
    /** The recipients of all messages that were submitted to the provider, in order of submission. */
    sentTo: () => fixture.provider.submitted.map(({ to }) => to),
    /** The cost, in SMS credits, of all sent messages of these broadcasts. */
    costOf: (...broadcasts: readonly (string | null)[]) => run((stores) => costOf(stores, account, broadcasts)),
    recompute: () => new RecomputeSchedules({ unitOfWork, clock }).execute(),
    /** Sets the clock, and runs the jobs that are due at that time. */
    at: async (instant: string) => {
      clock.set(new Date(instant))
      await fixture.work()
    },
  }
}

const ALL: ScheduleQuery = {
  statuses: null,
  timings: null,
  nextFrom: null,
  nextTo: null,
  sort: 'nextScheduledFor',
  page: 1,
  limit: 100,
}

/** A group whose contacts have all opted in. */
async function aGroupOf(fixture: AccountFixture, given: readonly Partial<Contact>[]) {
  const { id: account } = fixture.account
  const group = await fixture.group({ name: 'VIP' })
  const numbered = given.map((one, n) => ({ phone: memberNumber(n), tz: null, ...one }))
  const contacts = await fixture.contacts(...numbered)
  await fixture.run(async ({ memberships, consents, groups }) => {
    await memberships.save(contacts.map((contact) => aMembership({ contact, group })))
    await consents.save(contacts.map(({ phone }) => aConsent({ account, phone, activeGroups: 1 })))
    await groups.count(account, new Map([[group.id, contacts.length]]))
  })
  return { group, contacts }
}

async function costOf(
  { broadcasts, messages }: Stores,
  { id: account }: Account,
  ids: readonly (string | null)[],
): Promise<number> {
  let cost = 0
  for (const id of ids) {
    if (id === null) continue
    const broadcast = await broadcasts.find(account, id as BroadcastId)
    if (broadcast === null) throw new Error(`${id} is not there`)
    const all = { from: 0, until: broadcast.total, status: 'sent', offset: 0, limit: broadcast.total } as const
    for (const message of await messages.ofBroadcast(account, broadcast.id, all)) cost += message.cost.sms
  }
  return cost
}
