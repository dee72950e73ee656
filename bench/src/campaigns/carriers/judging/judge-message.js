/** Says what is wrong with a message at the end, given the text of it that a carrier took, or null. */
export function judgeMessage(row, text, { via, canBeAsked }) {
  const faults = [...faultsOfEnd(row, { canBeAsked }), ...faultsOfTries(row, { via, text, canBeAsked })]
  faults.push(...(text === null ? faultsOfUntaken(row) : faultsOfTaken(row, text)))
  const about = `${row.id} to ${row.phone} (${row.status} ${row.failure_type ?? ''}, ${text?.plan.name ?? 'not taken'})`
  return faults.map((fault) => `${about}: ${fault}`)
}

function* faultsOfEnd({ status, phase, failure_type: failure }, { canBeAsked }) {
  if (phase !== null || (status !== 'sent' && status !== 'failed')) yield `it has no end, but is ${phase}`
  if (canBeAsked && failure === 'unknown_outcome') yield 'its outcome is unknown, although every carrier can be asked'
}

function* faultsOfUntaken({ status, provider_id: providerId, delivered_at: deliveredAt }) {
  if (status === 'sent') yield 'no carrier took it'
  if (providerId !== null) yield `no carrier took it, and its id there is ${providerId}`
  if (deliveredAt !== null) yield 'no carrier took it, and it was delivered'
}

/** Only genuine receipts may change a message: `text.posted` has them all. */
function* faultsOfTaken(row, { carrier, id, posted }) {
  const { provider_id: providerId, status, failure_type: failure, delivered_at: deliveredAt } = row
  if (providerId !== null && providerId !== id)
    yield `${carrier.name} has it as ${id}, and it is stored as ${providerId}`
  const isDelivered = status === 'sent' && deliveredAt !== null
  const hasFailed = status === 'failed' && deliveredAt === null
  const wasAccepted = providerId !== null
  const isUnknown = failure === 'unknown_outcome'
  if (posted.has('delivered') && posted.has('failed')) {
    if (!isDelivered && !hasFailed) yield 'it was reported as delivered and as failed, and is neither'
  } else if (posted.has('delivered')) {
    if (!isDelivered) yield 'it was reported as delivered'
  } else if (posted.has('failed')) {
    if (!hasFailed) yield 'it was reported as failed'
    if (isUnknown || (!row.was_sent && !row.was_unknown))
      yield 'it was reported as failed, and its reason is not stored'
  } else {
    if (!wasAccepted) yield 'a carrier took it, and the outcome is not known'
    if (status !== 'sent' || deliveredAt !== null) yield 'nothing was reported of it'
  }
}

/** Nobody else is tried once a carrier may have the text, unless all carriers have said that they do not. */
function* faultsOfTries({ tries }, { via, text, canBeAsked }) {
  const foreign = tries.find(({ carrier }) => !via.includes(carrier))
  if (foreign !== undefined) yield `it was submitted to ${foreign.carrier}, and its route is ${via.join(', ')}`
  const mayHaveIt = canBeAsked ? ['accepted'] : ['unknown', 'accepted']
  const first = tries.findIndex(({ outcome }) => mayHaveIt.includes(outcome))
  if (first !== -1 && tries.slice(first + 1).some(({ carrier }) => carrier !== tries[first].carrier)) {
    yield `another carrier was tried after ${tries[first].carrier}: ${tries[first].outcome}`
  }
  if (text !== null && !via.includes(text.carrier.name))
    yield `${text.carrier.name} took it, and its route is ${via.join(', ')}`
}
