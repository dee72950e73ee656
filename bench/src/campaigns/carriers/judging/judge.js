import { judgeCredits } from './judge-credits.js'
import { judgeMessage } from './judge-message.js'
import { isUnknown, readMessages } from './stored-messages.js'

/** Throws if an invariant is broken; otherwise returns the figures. */
export async function judge(service, { scene, carriers, senders, office, forger, responses }) {
  const messages = await readMessages(service)
  const faults = [
    ...faultsOfPhones(office, carriers),
    ...faultsOfMessages(messages, { scene, senders, office }),
    ...faultsOfResponses(messages, responses),
    ...forger.believed.map((what) => `a forged receipt was not refused: ${what}`),
    ...carriers.flatMap(({ name, faults }) => faults.map((fault) => `a fault at ${name}: ${fault}`)),
    ...(await judgeCredits(service, messages.rows)),
  ]
  if (faults.length > 0) throw new Error(`${faults.length} faults: ${faults.slice(0, 10).join('; ')}`)
  const count = (holds) => messages.rows.filter(holds).length
  return {
    messages: messages.rows.length,
    'sent, and delivered': `${count(isSent)}, ${count((row) => row.delivered_at !== null)}`,
    'failed, and unknown': `${count((row) => !isSent(row))}, ${count(isUnknown)}`,
    'given up after an hour': count(({ failure_type: type }) => type === 'provider_unavailable'),
    'texts taken by carriers, and twice': `${office.texts.length}, 0`,
    'sent by a further carrier of the route': count((row) => isSent(row) && wasPassedOn(row)),
    'lost outcomes found by asking, or by an early receipt': count(
      (row) => row.provider_id !== null && lastOutcomeOf(row) === 'unknown',
    ),
    'receipts acknowledged': office.acknowledged,
    'forged receipts, and believed': `${sumOf(forger.counts)}, 0`,
    'forged receipts by kind': shown(forger.counts),
    'requests by their fault': shown(totalOf(carriers.map(({ mood }) => mood.counts))),
  }
}

/** Every phone gets one text, so that none may be taken twice, whatever its reference. */
function faultsOfPhones({ texts }, carriers) {
  const counts = new Map()
  const add = (key) => counts.set(key, (counts.get(key) ?? 0) + 1)
  for (const { phones } of carriers) phones?.forEach(add)
  const withPhones = carriers.filter(({ phonesOf }) => phonesOf !== undefined)
  for (const reference of new Set(texts.map((text) => text.reference))) {
    if (reference === null) continue
    const phones = withPhones.flatMap(({ phonesOf }) => phonesOf(reference))
    phones.forEach(add)
    if (phones.length !== 1) counts.set(reference, phones.length)
  }
  const twice = [...counts].filter(([, count]) => count !== 1)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return [
    ...twice.map(([key, count]) => `${key} was texted ${count} times`),
    ...(all === texts.length ? [] : [`the carriers took ${all} texts, and ${texts.length} were seen on the way`]),
  ]
}

function faultsOfMessages(messages, { scene, senders, office }) {
  const viaOf = new Map(
    senders.flatMap(({ singles, broadcast, via }) => [...singles, ...broadcast].map((to) => [to, via])),
  )
  const textOf = new Map(office.texts.map((text) => [messages.of(text), text]))
  const missing = [...viaOf.keys()].filter((phone) => !messages.byPhone.has(phone))
  return [
    ...missing.map((phone) => `there is no message to ${phone}`),
    ...(textOf.has(undefined) ? [`${textOf.get(undefined).to} got a text that is not stored`] : []),
    ...messages.rows.flatMap((row) =>
      judgeMessage(row, textOf.get(row) ?? null, { via: viaOf.get(row.phone), ...scene }),
    ),
  ]
}

/** What a client was told stays true, except for receipts. */
function faultsOfResponses({ byPhone }, responses) {
  return [...responses].flatMap(([phone, { id, status }]) => {
    const row = byPhone.get(phone)?.find((one) => one.id === id)
    if (row === undefined) return [`the response for ${phone} was ${id}, which is not stored`]
    const isTrue = status !== 'sent' || row.was_sent
    return isTrue ? [] : [`the response was that ${id} is sent, and it is ${row.status} ${row.failure_type}`]
  })
}

function isSent({ status }) {
  return status === 'sent'
}

function wasPassedOn({ tries }) {
  return new Set(tries.map(({ carrier }) => carrier)).size > 1
}

function lastOutcomeOf({ tries }) {
  return tries.at(-1)?.outcome
}

function sumOf(counts) {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}

function totalOf(all) {
  return Object.fromEntries(Object.keys(all[0]).map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]))
}

function shown(counts) {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')
}
