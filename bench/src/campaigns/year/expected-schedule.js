import { Calendar, dateShownAt } from '../../shared/calendar.js'
import { isLate, isUnderWay, sendsOf, skip } from './expected-sends.js'

const MINUTE_MS = 60_000
/** A wave that comes later than this is followed at its own interval, and else at the planned one. */
const PUNCTUAL_MS = 5_000

/**
 * What is to become of a schedule, told by the contract and its decisions and by nothing of ours. Whoever drives the
 * service does the same to this one, and `work` says what workers have to hand over at that time.
 */
export class ExpectedSchedule {
  status = 'active'
  /** Of the timetable that holds now. */
  revision = 0
  hasSent = false
  isRemoved = false
  /** Those that were begun, planned ones too. */
  sends = []
  /** When it was last touched. */
  #nowMs
  /** Whose it is. */
  household

  constructor(request, nowMs) {
    Object.assign(this, request)
    this.#nowMs = nowMs
    this.#take(request.timetable)
  }

  get next() {
    return this.status === 'ended' || this.isRemoved ? null : this.calendar.occurrence(this.index)
  }

  /** When there is something to be done, as far as is known. */
  nextMs() {
    const times = this.sends.filter(isUnderWay).map((send) => send.nextMs)
    if (this.#waits()) times.push(this.next.beginsMs)
    return Math.min(...times)
  }

  /** The jobs that it has: one waits for its occurrence, and one for each send that is under way. */
  jobs() {
    return this.sends.filter(isUnderWay).length + (this.#waits() ? 1 : 0)
  }

  /**
   * The instants of the occurrences to come, or of what is planned of the last one: as many as there are, and no more than
   * asked for.
   */
  upcoming(count) {
    const { recurrence } = this.timetable
    if (this.next === null) return []
    if (this.isOpen) return this.#plannedInstants().slice(0, count)
    const left = recurrence?.endType === 'afterOccurrences' ? recurrence.endAfterOccurrences - this.#counted : Infinity
    const instants = []
    for (let n = this.index; instants.length < Math.min(count, left); n++) {
      const occurrence = this.calendar.occurrence(n)
      if (occurrence === null) break
      instants.push(new Date(occurrence.atMs).toISOString())
    }
    return instants
  }

  /** Answers the code of its refusal, or null. */
  patch({ status, timetable, ...parts }, nowMs) {
    this.#nowMs = nowMs
    if (this.isRemoved) return 'schedule-not-found'
    if (this.status === 'ended') return 'schedule-ended'
    if (timetable !== undefined && isLate(new Calendar(timetable).occurrence(0).atMs, nowMs)) return 'schedule-in-past'
    const resumes = timetable === undefined && status === 'active' && this.status === 'paused'
    const refusal = resumes ? this.#refusalToResume(nowMs) : null
    if (refusal !== null) return refusal
    Object.assign(this, parts)
    if (timetable !== undefined) this.#take(timetable)
    if (resumes) this.#skipPassed(nowMs)
    this.status = status ?? this.status
    if (timetable !== undefined) {
      while (this.next !== null && !this.isOpen && this.#hasAccepted(this.next)) this.#moveOn()
    }
    return null
  }

  remove() {
    if (this.isRemoved) return 'schedule-not-found'
    for (const send of this.sends.filter(isUnderWay)) {
      send.isCanceled = true
      if (send.status === 'planned') skip(send, 'canceled')
    }
    if (this.status === 'ended') return null
    if (this.hasSent) this.status = 'ended'
    else this.isRemoved = true
    return null
  }

  /**
   * All that workers do who come at that time: answers `{ phone, text, notBeforeMs, occurrence }` for each text. `people`
   * knows who is in an audience, and who may be texted.
   */
  work(nowMs, people) {
    const texts = []
    this.#nowMs = nowMs
    while (this.#begins(nowMs, people) || this.#goesOn(nowMs, people, texts));
    return texts
  }

  #take(timetable) {
    this.timetable = timetable
    this.calendar = new Calendar(timetable)
    this.index = 0
    this.isOpen = false
    this.revision++
  }

  /** A single one that was paused over its time waits for nothing but to be resumed. */
  #waits() {
    if (this.next === null || this.isOpen) return false
    return !(this.status === 'paused' && this.timetable.recurrence === null && this.next.beginsMs <= this.#nowMs)
  }

  #refusalToResume(nowMs) {
    const { recurrence } = this.timetable
    if (this.isOpen) return null
    if (recurrence === null) return isLate(this.next.atMs, nowMs) ? 'schedule-in-past' : null
    return this.#indexAfter(nowMs) === null && !this.#hasPlanned ? 'schedule-ended' : null
  }

  #indexAfter(nowMs) {
    let index = this.index
    while (this.calendar.occurrence(index) !== null && this.calendar.occurrence(index).beginsMs <= nowMs) index++
    return this.calendar.occurrence(index) === null ? null : index
  }

  #skipPassed(nowMs) {
    if (this.isOpen || this.timetable.recurrence === null) return
    const index = this.#indexAfter(nowMs)
    if (index !== null) this.index = index
    else if (this.#hasPlanned) this.isOpen = true
    else this.status = 'ended'
  }

  /** Of an earlier timetable too: what has begun goes on, and the schedule has not ended before it. */
  get #hasPlanned() {
    return this.sends.some(({ status }) => status === 'planned')
  }

  get #ofTimetable() {
    return this.sends.filter(({ revision }) => revision === this.revision)
  }

  #plannedInstants() {
    const planned = this.sends.filter(({ status }) => status === 'planned')
    return [...new Set(planned.map(({ atMs }) => new Date(atMs).toISOString()))].toSorted()
  }

  /** Occurrences of the timetable that came due while it was active, whatever became of their sends. */
  get #counted() {
    return new Set(this.#ofTimetable.map(({ ofMs }) => ofMs)).size
  }

  /** Whether the pattern has another date before its end. */
  #hasFollowing() {
    const { recurrence } = this.timetable
    if (recurrence?.endType === 'afterOccurrences' && this.#counted >= recurrence.endAfterOccurrences) return false
    return this.calendar.occurrence(this.index + 1) !== null
  }

  #moveOn() {
    this.isOpen = false
    if (this.#hasFollowing()) this.index++
    else if (this.#hasPlanned) this.isOpen = true
    else this.status = 'ended'
  }

  #begins(nowMs, people) {
    if (!this.#waits() || this.next.beginsMs > nowMs) return false
    if (this.status === 'paused') {
      this.#skipPassed(nowMs)
      return true
    }
    const occurrence = this.next
    if (!this.#hasAccepted(occurrence)) this.sends.push(...sendsOf(this, occurrence, { nowMs, people }))
    this.#moveOn()
    return true
  }

  /**
   * Whether its contacts have it, or will have it: a new timetable may name the same time once more, or where either goes
   * by local time the same wall clock.
   */
  #hasAccepted({ atMs, wall }) {
    const isSame = (send) =>
      send.ofMs === atMs || (send.wall === wall.toString() && (send.zone !== null || this.timetable.sendByLocalTime))
    return this.sends.some((send) => isSame(send) && (send.status === 'planned' || send.status === 'started'))
  }

  #goesOn(nowMs, people, texts) {
    const send = this.sends.find((one) => isUnderWay(one) && one.nextMs <= nowMs)
    if (send === undefined) return false
    if (send.status === 'planned') this.#start(send, nowMs)
    if (send.status === 'started') texts.push(...this.#release(send, nowMs, people))
    return true
  }

  #start(send, nowMs) {
    if (isLate(send.atMs, nowMs)) skip(send, 'too_late')
    else send.status = 'started'
    if (send.status === 'started') this.hasSent = true
    if (this.isOpen && this.status !== 'ended' && !this.#hasPlanned) this.#moveOn()
  }

  *#release(send, nowMs, people) {
    const { phones, waves, released, text, today } = send
    if (send.isCanceled) {
      send.released = phones.length
      return
    }
    send.released = waves === null ? phones.length : Math.min(phones.length, released + waves.recipientsPerWave)
    for (const phone of phones.slice(released, send.released)) {
      if (!people.mayBeTexted(this.household, phone)) continue
      const filledIn = text.replace('{{current_date}}', dateShownAt(nowMs, today))
      yield { phone, text: filledIn, notBeforeMs: send.atMs, occurrence: `${send.ofMs}` }
    }
    if (waves === null) return
    const isPunctual = nowMs - send.nextMs < PUNCTUAL_MS
    send.nextMs = (isPunctual ? send.nextMs : nowMs) + waves.waveIntervalMinutes * MINUTE_MS
  }
}
