import { becameTrue } from '../../became-true.js'
import { isUnknown, readMessages } from '../judging/stored-messages.js'

/** A process that was killed may have got the receipt of an SMSC: another one stores its result after a minute. */
const RESOLVED_WITHIN_MS = 100_000

/**
 * When every text has an end, posts the receipts that come last, and a receipt for each text whose outcome is unknown
 * although a carrier took it. Throws unless all of these are sent afterwards.
 */
export async function resolveUnknown(service, { office, say }) {
  const before = await readMessages(service)
  const taken = office.texts.map((text) => ({ text, row: before.of(text) }))
  const lost = taken.filter(({ row }) => row !== undefined && isUnknown(row))
  const tooLate = () =>
    readMessages(service).then((after) => lost.filter(({ text }) => isOwed(text) && !isSent(after.of(text))))
  const open = lost.filter(({ text }) => !text.posted.has('failed'))
  say(`${before.rows.filter(isUnknown).length} outcomes are unknown, of texts that a carrier took ${lost.length}`)
  await office.postLast()
  await Promise.all(
    open.filter(({ text }) => !text.posted.has('delivered')).map(({ text }) => office.post(text, 'delivered')),
  )
  if (!(await becameTrue(async () => (await tooLate()).length === 0, { withinMs: RESOLVED_WITHIN_MS }))) {
    const [{ text, row }] = await tooLate()
    throw new Error(`${row.id} of ${text.carrier.name} was delivered (${text.plan.name}), and its outcome is unknown`)
  }
  const resolved = taken.filter(({ row }) => row?.was_unknown && !isUnknown(row)).length
  return {
    'unknown, resolved by a receipt before the end': resolved,
    'unknown, resolved by a receipt at the end': open.length,
    'unknown, and nobody took the text': before.rows.filter(isUnknown).length - lost.length,
  }
}

/** If a carrier has also reported a failure, the first report counts. */
function isOwed({ posted }) {
  return posted.has('delivered') && !posted.has('failed')
}

function isSent({ status, delivered_at: deliveredAt }) {
  return status === 'sent' && deliveredAt !== null
}
