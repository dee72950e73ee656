/** Sends by the stranger, each of which is valid except that it refers to one of another account's `things`. */
export function reachesOf(things, own) {
  const single = variantsOf(things, own).map((request) => ({ kind: 'message', request }))
  return [...single, ...['broadcast', 'batch'].flatMap((kind) => bulkReachesOf(kind, things, own))]
}

function variantsOf(things, own) {
  const request = { from: own.sender, to: own.phones[0], body: 'Hi' }
  return [
    { ...request, from: things.sender },
    { ...request, to: things.phones[0] },
    { ...request, idempotencyKey: things.idempotencyKey },
    { ...request, body: `Hi {{trackingLink "${things.link}"}}` },
    { ...request, to: things.phone, body: 'Hi {{contact_first_name}} {{contact_last_name}}' },
    ...things.ids.map((id) => ({ ...request, body: id, idempotencyKey: id })),
  ]
}

/**
 * Such sends in bulk. Also sends to the other account's numbers, alone and mixed with the stranger's numbers, and with
 * recipient keys.
 */
function bulkReachesOf(kind, things, own) {
  const request = { from: own.sender, body: 'Hi' }
  const more = [
    { ...request, phones: things.phones },
    { ...request, phones: [...own.phones, ...things.phones] },
    { ...request, phones: [...own.phones, things.phone], recipientKey: things.recipientKey },
  ]
  const toMany = variantsOf(things, own).map(({ to, ...same }) => ({
    ...same,
    phones: [...new Set([to, ...own.phones])],
  }))
  return [...toMany, ...more].map((one) => ({ kind, request: bulkOf(kind, one) }))
}

export function bulkOf(kind, { phones, body, recipientKey, ...request }) {
  const recipients = phones.map((to) => ({
    to,
    ...(kind === 'batch' && { body }),
    ...(recipientKey !== undefined && { idempotencyKey: recipientKey }),
  }))
  return { ...request, ...(kind === 'broadcast' && { body }), recipients }
}
