import { Calendar, dateShownAt } from '../../shared/calendar.js'
import { expiryMsOf, isLate, isUnderWay, sendsOf, skip } from './expected-sends.js'

const MINUTE_MS = 60_000
/** If a wave is later than this, the interval after it starts at its actual time, else at its planned time. */
const PUNCTUAL_MS = 5_000

/**
 * A model of a schedule that follows the contract and the decisions, and uses no code of Carillon. The driver applies
 * each action to the service and to the model, and `work` returns the texts that workers must submit at a given time.
 */
export class ExpectedSchedule {
  status = 'active'
  /** The revision of the current timetable. */
  revision = 0
  hasSent = false
  isRemoved = false
  /** All sends, including planned ones. */
  sends = []
  /** The time of the last action. */
  #nowMs
  /** The account that owns the schedule. */
  accountModel

  constructor(request, nowMs) {
    Object.assign(this, request)
    this.#nowMs = nowMs
    this.#take(request.timetable)
  }

  get next() {
    return this.status === 'ended' || this.isRemoved ? null : this.calendar.occurrence(this.index)
  }

  /** The next time at which the schedule has work to do, as far as is known. */
  nextMs() {
    const times = this.sends.filter(isUnderWay).map((send) => send.nextMs)
    if (this.#waits()) times.push(this.next.beginsMs)
    return Math.min(...times)
  }

  /** The number of the schedule's jobs: one if it waits for an occurrence, and one for each unfinished send. */
  jobs() {
    return this.sends.filter(isUnderWay).length + (this.#waits() ? 1 : 0)
  }

  /** The instants of the next occurrences, or of the planned sends of an open occurrence: at most `count`. */
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

  /** Returns the code of the refusal, or null. */
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
   * Models the work of the workers at `nowMs`; returns `{ phone, text, notBeforeMs, occurrence }` for each text.
   * `people` has the contacts of each audience, and the consents.
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

  /** Whether a job waits for the next occurrence: none does if a one-time schedule was paused past its time. */
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

  /** Includes sends of earlier timetables: they continue, and the schedule does not end before them. */
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

  /** The number of the timetable's occurrences that became due while the schedule was active, even if not sent. */
  get #counted() {
    return new Set(this.#ofTimetable.map(({ ofMs }) => ofMs)).size
  }

  /** Whether the pattern has another occurrence before its end. */
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
   * Whether the occurrence was already sent or will be sent: a new timetable may repeat the instant of an earlier one
   * or, if one of the two uses local time, its wall clock.
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
    const expiryMs = expiryMsOf(send)
    if (send.isCanceled || nowMs >= expiryMs) {
      send.released = phones.length
      return
    }
    send.released = waves === null ? phones.length : Math.min(phones.length, released + waves.recipientsPerWave)
    for (const phone of phones.slice(released, send.released)) {
      if (!people.mayBeTexted(this.accountModel, phone)) continue
      const filledIn = text.replace('{{current_date}}', dateShownAt(nowMs, today))
      yield { phone, text: filledIn, notBeforeMs: send.atMs, occurrence: `${send.ofMs}` }
    }
    if (waves === null) return
    const isPunctual = nowMs - send.nextMs < PUNCTUAL_MS
    send.nextMs = Math.min(expiryMs, (isPunctual ? send.nextMs : nowMs) + waves.waveIntervalMinutes * MINUTE_MS)
  }
}
