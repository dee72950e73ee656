const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** The sends of an occurrence when it begins: one send, or one for each zone if it uses local time. */
export function sendsOf(schedule, occurrence, { nowMs, people }) {
  const { timetable, text, waves, revision } = schedule
  const { atMs: ofMs, wall, times } = occurrence
  const base = { revision, ofMs, wall: wall.toString(), text, waves, released: 0, isCanceled: false, reason: null }
  const whole = { ...base, atMs: ofMs, zone: null, status: 'failed', phones: [] }
  if (times.every(({ atMs }) => isLate(atMs, nowMs))) return [skip(whole, 'too_late')]
  const reached = people.reached(schedule)
  if (reached.length === 0) return [{ ...whole, reason: 'empty_audience' }]
  const { sendByLocalTime, timezone } = timetable
  const sends = []
  for (const { zone, atMs } of times) {
    const there = reached.filter((one) => !sendByLocalTime || (one.zone ?? timezone) === zone)
    const phones = there.map(({ phone }) => phone)
    if (phones.length === 0) continue
    const send = { ...base, atMs, zone: sendByLocalTime ? zone : null, today: zone, phones, status: 'planned' }
    sends.push(isLate(atMs, nowMs) ? skip(send, 'too_late') : { ...send, nextMs: atMs })
  }
  return sends
}

/** A send that was canceled between two waves keeps its job until the next wave is due. */
export function isUnderWay({ status, released, phones }) {
  return status === 'planned' || (status === 'started' && released < phones.length)
}

export function isLate(atMs, nowMs) {
  return nowMs > atMs + HOUR_MS
}

/** After an outage, a send may end before all of its waves were sent: a day after the time at which it planned the last. */
export function expiryMsOf({ atMs, phones, waves }) {
  const more = waves === null ? 0 : Math.ceil(phones.length / waves.recipientsPerWave) - 1
  return atMs + 24 * HOUR_MS + more * (waves?.waveIntervalMinutes ?? 0) * MINUTE_MS
}

export function skip(send, reason) {
  send.status = 'skipped'
  send.reason = reason
  return send
}
