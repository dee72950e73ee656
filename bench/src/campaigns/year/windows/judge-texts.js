import { openSpans, windowsFor } from './window-oracle.js'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** A window that closes sooner than this counts as closed. */
const CLOSING_MS = 10_000
/** How long after its window has opened a text may arrive: a refused try is repeated after a backoff. */
const SOON_MS = 10 * MINUTE_MS

/** Compares what happened to each recipient of a request with what the oracle says. */
export async function judgeText(year, send) {
  const { customer, phones } = send
  const messages = await messagesOf(year, send)
  if (messages.length !== phones.length)
    throw wrong(send, `${messages.length} messages for ${phones.length} recipients`)
  for (const message of messages) judgeMessage(year, { send, message, zone: customer.zoneOf.get(message.to) })
}

function judgeMessage(year, { send, message, zone }) {
  const { provider, figures } = year
  const { hours: all, groupsOf } = send.customer
  const windows = windowsFor(all.windows, groupsOf.get(message.to))
  if (windows === null) return judgeFree(year, { send, message })
  const hours = { ...all, windows }
  const text = provider.texts.get(`${message.account}.${message.id}`) ?? { submittedMs: [], takenMs: null }
  for (const ms of text.submittedMs) {
    const isOpen = openSpans(hours, zone, ms).some(([from, until]) => from <= ms && ms < until)
    if (!isOpen) throw wrong(send, `${message.to} in ${zone} was texted at ${iso(ms)}, outside of every window`)
  }
  const opensMs = opensAfter(hours, zone, send.atMs)
  const waitMs = opensMs - send.atMs
  const holdMs = Number.parseInt(hours.holdAtMost, 10) * HOUR_MS
  if (waitMs > 0 && message.status === 'sent') figures.held++
  if (text.takenMs !== null) figures.texts++
  if (message.failure?.type === 'outside_sending_window') figures['too late']++
  if (message.failure?.type === 'unknown_outcome') figures['outcome unknown']++
  const wasDisturbed =
    text.submittedMs.length > 1 || year.deaths.some((ms) => isBetween(ms, opensMs - SOON_MS, opensMs + SOON_MS))
  const wasDisturbedAtFirst = year.deaths.some((ms) => isBetween(ms, send.atMs - SOON_MS, send.atMs + SOON_MS))
  if (wasDisturbed || wasDisturbedAtFirst) return requireEnd(send, message, text)
  const expected = waitMs <= holdMs ? 'sent' : 'failed'
  if (message.status !== expected)
    throw wrong(send, `${message.to} in ${zone} is ${message.status}, expected ${expected}`)
  if (expected === 'failed' && message.failure.type !== 'outside_sending_window')
    throw wrong(send, `${message.to} failed with ${message.failure.type}`)
  if (expected === 'failed' && text.submittedMs.length > 0) throw wrong(send, `${message.to} was texted, but failed`)
  if (expected === 'sent' && !isBetween(text.takenMs, opensMs, opensMs + SOON_MS))
    throw wrong(send, `${message.to} in ${zone} was texted at ${iso(text.takenMs)}, expected ${iso(opensMs)}`)
}

/** Of an account that has windows for groups alone, for somebody in none of these groups: the text is never held. */
function judgeFree(year, { send, message }) {
  const { takenMs, submittedMs } = year.provider.texts.get(`${message.account}.${message.id}`) ?? {
    submittedMs: [],
    takenMs: null,
  }
  if (takenMs !== null) year.figures.texts++
  year.figures['without windows']++
  if (message.failure?.type === 'unknown_outcome') year.figures['outcome unknown']++
  const wasDisturbed =
    submittedMs.length > 1 || year.deaths.some((ms) => isBetween(ms, send.atMs - SOON_MS, send.atMs + SOON_MS))
  if (message.failure?.type === 'outside_sending_window') throw wrong(send, `${message.to} has no windows, but failed`)
  if (!wasDisturbed && !isBetween(takenMs, send.atMs, send.atMs + SOON_MS))
    throw wrong(send, `${message.to} has no windows, but was texted at ${takenMs === null ? 'no time' : iso(takenMs)}`)
}

/** After a death or a refused try only this holds: sent means taken once, and nobody who failed for a window was texted. */
function requireEnd(send, { to, status, failure }, { takenMs }) {
  const type = failure?.type ?? null
  const isRight =
    status === 'sent'
      ? takenMs !== null
      : type === 'unknown_outcome' || (type === 'outside_sending_window' && takenMs === null)
  if (!isRight)
    throw wrong(send, `${to} is ${status} (${type}), and was taken at ${takenMs === null ? 'no time' : iso(takenMs)}`)
}

/** Checks that nothing is left over, and that every credit is accounted for. */
export async function judgeWhole({ fixture }) {
  const jobs = await fixture.jobs()
  if (jobs.waiting > 0 || jobs.dead > 0) throw new Error(`${jobs.waiting} jobs are left, and ${jobs.dead} are dead`)
  const { reserved, spent, cost } = await fixture.ledger()
  if (reserved !== 0 || spent !== cost) throw new Error(`${reserved} credits are reserved, ${spent} spent, for ${cost}`)
}

/** When a window is open for the first time at or after the instant; Infinity if none opens in the next days. */
function opensAfter(hours, zone, ms) {
  const span = openSpans(hours, zone, ms).find(([, until]) => until >= ms + CLOSING_MS)
  return span === undefined ? Infinity : Math.max(ms, span[0])
}

async function messagesOf({ ports }, { customer, broadcast, message, phones }) {
  const { id: account } = customer.account
  return ports.unitOfWork.run(async ({ messages }) => {
    if (message !== undefined) return [await messages.find(account, message)]
    const all = { from: 0, until: phones.length, status: null, offset: 0, limit: phones.length }
    return messages.ofBroadcast(account, broadcast, all)
  })
}

function isBetween(ms, fromMs, untilMs) {
  return ms !== null && fromMs <= ms && ms <= untilMs
}

function wrong({ customer, atMs, body }, what) {
  const { account, hours } = customer
  return new Error(`${account.name}, ${body} of ${iso(atMs)}: ${what}; ${account.timezone}, ${JSON.stringify(hours)}`)
}

function iso(ms) {
  return new Date(ms).toISOString()
}
