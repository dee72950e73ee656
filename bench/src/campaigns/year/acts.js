import {
  CancelBroadcast,
  CancelSchedule,
  ChangeSchedule,
  CreateSchedule,
  DomainError,
  ListSends,
  Once,
} from '@carillon/core'
import { wallAt } from '../../shared/calendar.js'
import { ExpectedSchedule } from './expected-schedule.js'
import { isUnderWay } from './expected-sends.js'
import { compareSchedule } from './compare-schedule.js'
import { Requests } from './requests.js'

const HOUR_MS = 3_600_000
/** The share of schedules that exist on the first day; the others are created during the year. */
const AT_FIRST = 0.6
/** Requests per schedule, besides its creation. */
const REQUESTS_EACH = 5

/**
 * The actions of clients in a year. Each is applied to the service and to the model, and both results must be equal.
 */
export class Acts {
  schedules = []

  constructor(year, { schedules: count }) {
    const { dice, ports, untilMs } = year
    this.year = year
    this.count = count
    this.requests = new Requests(dice, { untilMs })
    const once = new Once(ports)
    this.useCases = {
      create: new CreateSchedule({ ...ports, once }),
      change: new ChangeSchedule(ports),
      cancel: new CancelSchedule(ports),
      cancelBroadcast: new CancelBroadcast(ports),
      listSends: new ListSends(ports),
    }
    const first = Math.ceil(count * AT_FIRST)
    const createdAtMs = [...Array.from({ length: first }, () => year.fromMs), ...year.momentsOf(count - first)]
    const moments = [
      ...createdAtMs.map((atMs) => ({ atMs, act: () => this.#createSome() })),
      ...year.momentsOf(count * REQUESTS_EACH).map((atMs) => ({ atMs, act: () => dice.weighted(ACTS).act(this) })),
    ]
    this.moments = moments.sort((one, other) => one.atMs - other.atMs)
  }

  nextMs() {
    return this.moments[0]?.atMs ?? Infinity
  }

  act() {
    return this.moments.shift().act()
  }

  /** Some new schedules have a twin, which is an exact copy. */
  async #createSome() {
    const { dice, people, nowMs } = this.year
    const request = this.#newRequest(dice.pick(people.accounts), nowMs)
    for (let copies = dice.hits(0.05) ? 2 : 1; copies > 0; copies--) await this.#create(request)
  }

  /** Creates a schedule; sometimes repeats the request with the same key. */
  async #create(request) {
    const { year, useCases } = this
    const { dice, nowMs } = year
    const n = this.schedules.length
    const { accountModel, ...parts } = request
    const version = 0
    const text = textOf(n, version)
    const idempotencyKey = dice.hits(0.1) ? `key-${n}` : null
    const input = { account: accountModel.account, from: accountModel.from, body: text, ...parts, idempotencyKey }
    const { schedule } = await useCases.create.execute(input)
    if (idempotencyKey !== null && (await useCases.create.execute(input)).schedule.id !== schedule.id) {
      throw new Error(`one key created two schedules, ${schedule.id} and another`)
    }
    this.schedules.push(new ExpectedSchedule({ n, version, id: schedule.id, text, ...request }, nowMs))
    year.figures.schedules++
  }

  #newRequest(accountModel, nowMs) {
    const { requests } = this
    const timetable = requests.timetable(nowMs)
    return { accountModel, timetable, audience: requests.audience(accountModel), waves: requests.waves(timetable) }
  }

  /** Picks a schedule; half of the time one with a planned send, if there is one. */
  anySchedule() {
    const { dice } = this.year
    const busy = this.schedules.filter(
      (one) => one.status !== 'ended' && one.sends.some(({ status }) => status === 'planned'),
    )
    if (busy.length > 0 && dice.hits(0.5)) return dice.pick(busy)
    const open = this.schedules.filter(({ status, isRemoved }) => status !== 'ended' && !isRemoved)
    return open.length === 0 || dice.hits(0.03) ? dice.pick(this.schedules) : dice.pick(open)
  }

  async patch(schedule, patch) {
    const { nowMs } = this.year
    const { id, accountModel } = schedule
    const { text, ...change } = patch
    if (text !== undefined) change.body = text
    const execution = this.useCases.change.execute({ account: accountModel.account, id, patch: change })
    await this.agree(`a change of ${id} to ${JSON.stringify(change)}`, execution, schedule.patch(patch, nowMs))
  }

  async remove(schedule) {
    const { id, accountModel } = schedule
    await this.agree(
      `to delete ${id}`,
      this.useCases.cancel.execute({ account: accountModel.account, id }),
      schedule.remove(),
    )
  }

  /** Checks that the service and the model both accept, or both refuse for the same reason. */
  async agree(what, execution, expected) {
    this.year.figures.asked++
    const got = await execution.then(
      () => null,
      (error) => {
        if (error instanceof DomainError) return error.code
        throw error
      },
    )
    if (got !== expected) {
      const at = this.year.clock.now().toISOString()
      throw new Error(`${what} at ${at}: got ${got ?? 'success'}, expected ${expected ?? 'success'}`)
    }
  }

  newVersion(schedule) {
    schedule.version++
    return textOf(schedule.n, schedule.version)
  }
}

function textOf(n, version) {
  return `#${n}.${version} {{current_date}}`
}

const ACTS = [
  { weight: 25, act: (acts) => compareSchedule(acts.year, acts.anySchedule()) },
  { weight: 8, act: (acts) => compareSchedule(acts.year, acts.anySchedule(), { isWhole: true }) },
  { weight: 10, act: withSchedule((acts, schedule) => acts.patch(schedule, { text: acts.newVersion(schedule) })) },
  {
    weight: 10,
    act: withSchedule((acts, schedule) => acts.patch(schedule, { timetable: timetableFor(acts, schedule) })),
  },
  { weight: 10, act: withSchedule((acts, schedule) => acts.patch(schedule, { status: 'paused' })) },
  {
    weight: 12,
    act(acts) {
      const paused = acts.schedules.filter(({ status, isRemoved }) => status === 'paused' && !isRemoved)
      const schedule = paused.length === 0 ? acts.anySchedule() : acts.year.dice.pick(paused)
      return acts.patch(schedule, { status: 'active' })
    },
  },
  {
    weight: 4,
    act: withSchedule((acts, schedule) =>
      acts.patch(schedule, {
        timetable: timetableFor(acts, schedule),
        status: acts.year.dice.pick(['active', 'paused']),
        audience: acts.requests.audience(schedule.accountModel),
      }),
    ),
  },
  {
    weight: 5,
    act: withSchedule((acts, schedule) =>
      acts.patch(schedule, {
        audience: acts.requests.audience(schedule.accountModel),
        waves: acts.requests.waves(schedule.timetable),
      }),
    ),
  },
  { weight: 8, act: repeatRequest },
  { weight: 2, act: withSchedule((acts, schedule) => acts.remove(schedule)) },
  { weight: 2, act: cancelWaves },
  { weight: 4, act: removeEnded },
  { weight: 8, act: pauseAndResume },
  { weight: 14, act: withMember((people, ...member) => people.join(...member)) },
  { weight: 12, act: withMember((people, ...member) => people.leave(...member)) },
  { weight: 8, act: withMember((people, accountModel, phone) => people.move(accountModel, phone)) },
]

function withSchedule(act) {
  return (acts) => act(acts, acts.anySchedule())
}

function withMember(act) {
  return async ({ year: { people, dice } }) => {
    const accountModel = dice.pick(people.accounts)
    await act(people, accountModel, dice.pick([...accountModel.contacts.keys()]), dice.pick(accountModel.groups))
  }
}

/** A timetable that is valid with the schedule's waves; sometimes the timetable that the schedule already has. */
function timetableFor({ year, requests }, { timetable, waves }) {
  const { dice, nowMs } = year
  if (dice.hits(0.15)) return timetable
  const other = requests.timetable(nowMs)
  return waves === null ? other : { ...other, sendByLocalTime: false }
}

/** Moves a schedule back to a sent occurrence of the last hour: no recipient may get that occurrence's text again. */
async function repeatRequest(acts) {
  const { nowMs } = acts.year
  const isFresh = ({ ofMs, status }) => status === 'started' && ofMs <= nowMs && ofMs > nowMs - HOUR_MS
  const schedule = acts.schedules.find((one) => one.status !== 'ended' && !one.isRemoved && one.sends.some(isFresh))
  if (schedule === undefined) return
  const { timetable, sends } = schedule
  const at = wallAt(sends.find(isFresh).ofMs, timetable.timezone).toString({ smallestUnit: 'second' })
  await acts.patch(schedule, { timetable: { ...timetable, at, recurrence: acts.year.dice.hits(0.3) ? null : DAILY } })
}

const DAILY = { frequency: 'daily', interval: 2, endType: 'afterOccurrences', endAfterOccurrences: 2 }

/** Pauses a schedule for some hours, with or without an occurrence in between. */
async function pauseAndResume(acts) {
  const schedule = acts.anySchedule()
  await acts.patch(schedule, { status: 'paused' })
  const atMs = acts.year.nowMs + acts.year.dice.between(1, 30) * HOUR_MS
  const place = acts.moments.findIndex((moment) => moment.atMs > atMs)
  acts.moments.splice(place === -1 ? acts.moments.length : place, 0, {
    atMs,
    act: () => acts.patch(schedule, { status: 'active' }),
  })
}

/** Deletes an ended schedule, preferably one with waves to come. */
async function removeEnded(acts) {
  const ended = acts.schedules.filter(({ status, isRemoved }) => status === 'ended' && !isRemoved)
  const schedule = ended.find(({ sends }) => sends.some((send) => isUnderWay(send) && !send.isCanceled)) ?? ended.at(-1)
  if (schedule !== undefined) await acts.remove(schedule)
}

/** Cancels the broadcast of a send between two waves. */
async function cancelWaves(acts) {
  const { useCases, schedules } = acts
  for (const { id, accountModel, sends } of schedules) {
    const send = sends.find(({ status, released, phones }) => status === 'started' && released < phones.length)
    if (send === undefined) continue
    const { account } = accountModel
    const { results } = await useCases.listSends.execute({ account, id, page: { page: 1, limit: 100 } })
    const { broadcastId } = results.find(({ scheduledFor }) => scheduledFor === new Date(send.atMs).toISOString())
    const execution = useCases.cancelBroadcast.execute({ id: broadcastId, kind: 'broadcast', account })
    send.isCanceled = true
    return acts.agree(`to cancel ${broadcastId}`, execution, null)
  }
}
