const HOUR_MS = 3_600_000

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

export function skip(send, reason) {
  send.status = 'skipped'
  send.reason = reason
  return send
}
