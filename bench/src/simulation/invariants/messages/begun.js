import { CHUNK_LENGTH_MAX, parseReference, positionOf } from '@carillon/core'

/**
 * The current state of the message that a reference identifies. A recipient of a broadcast who has no message yet
 * counts as `submitting` while the recipient's slice is open.
 */
export function begun(records, reference) {
  const { account, id } = parseReference(reference)
  const stored = records.tables.messages.get(account, id)
  const broadcast = records.indexes.broadcastOf(id)
  if (stored !== undefined || broadcast === undefined) return stored
  const position = positionOf(id)
  const chunk = chunkOf(records, broadcast, Math.floor(position / CHUNK_LENGTH_MAX))
  const index = position - chunk.firstPosition
  const { attempt } = chunk.progress
  const place = attempt?.indices.indexOf(index) ?? -1
  const { body, mediaUrl } = submittedTo(broadcast, chunk, index)
  return {
    to: chunk.recipients.phones[index],
    from: attempt?.numbers?.[place] ?? broadcast.from,
    body: attempt?.texts?.[place] ?? body,
    mediaUrl,
    phase: place === -1 ? 'waiting' : 'submitting',
    attempt: place === -1 ? 0 : 1,
  }
}

export function chunkOf({ tables }, { account, id }, number) {
  return tables.chunks.get(`${account} ${id}`, String(number))
}

/** The requested body and media of a recipient. */
export function submittedTo({ body, mediaUrl }, { recipients: { bodies, mediaUrls } }, index) {
  return { body: bodies?.[index] ?? body, mediaUrl: mediaUrls?.[index] ?? mediaUrl }
}

/** The indices of the recipients of a chunk who have no message yet and were not skipped by a cancel. */
export function queuedIn({ recipients, progress: { cursor, waiting, attempt } }) {
  const open = attempt === null ? [] : [...attempt.indices, ...attempt.stopped, ...attempt.overdue]
  const rest = Array.from({ length: recipients.phones.length - cursor }, (_, i) => cursor + i)
  return [...waiting.map(({ index }) => index), ...open, ...rest]
}
