/** Describes the changes of a commit for the trace, in a few words per row. */
export function describeChanges(changes) {
  const words = []
  for (const [name, rows] of Object.entries(changes)) {
    if (rows.length === 0 || DESCRIPTIONS[name] === undefined) continue
    for (const { before, after } of rows.slice(0, ROWS_DESCRIBED_MAX))
      words.push(DESCRIPTIONS[name](after ?? before, after === null))
    if (rows.length > ROWS_DESCRIBED_MAX) words.push(`and ${rows.length - ROWS_DESCRIBED_MAX} ${name} more`)
  }
  return words.join(', ') || 'nothing of note'
}

/** The maximum number of rows that are described for each table. */
const ROWS_DESCRIBED_MAX = 12

const short = (id) => id.slice(-8)

const DESCRIPTIONS = {
  messages: ({ id, purpose, direction, status, phase, attempt, failure, to, body }) =>
    direction === 'inbound'
      ? `text ${JSON.stringify(body)}`
      : `${purpose} ${short(id)} to ${to} ${phase ?? status}${failure === null ? '' : ` (${failure.type})`} #${attempt}`,
  broadcasts: ({ id, status, total, counts: { sent, failed, canceled, delivered } }) =>
    `${id.slice(0, 3)} ${short(id)} to ${total} ${status}: ${sent} sent, ${failed} failed, ${canceled} skipped, ${delivered} delivered`,
  chunks: ({ broadcast, number, progress: { cursor, waiting, attempt } }) => {
    const open = attempt === null ? 'none' : `${attempt.indices.length} in ${attempt.id}`
    return `chunk ${number} of ${short(broadcast)} at ${cursor}, ${waiting.length} waiting, open: ${open}`
  },
  schedules: ({ id, status, next, occurred, revision }, isGone) =>
    isGone
      ? `schedule ${short(id)} gone`
      : `schedule ${short(id)} ${status} #${revision}, ${occurred} occurred, next ${next?.wall}${next?.isOpen ? ', open' : ''}`,
  scheduleSends: ({ id, schedule, occurrence, zone, status, reason }, isGone) =>
    isGone
      ? `send ${short(id)} gone`
      : `send ${short(id)} of ${short(schedule)} for ${occurrence.toISOString()} in ${zone} ${status} ${reason ?? ''}`,
  recipientKeys: ({ phone, key, broadcast, expiresAt }, isGone) =>
    `key ${key} of ${phone} ${isGone ? 'freed' : `-> ${short(broadcast)}${expiresAt === null ? '' : ' sent'}`}`,
  membershipsByContact: ({ contact, group, state }) => `contact ${short(contact)} ${state} in ${short(group)}`,
  consents: ({ phone, optedOutAt, activeGroups }) =>
    `consent of ${phone}: ${activeGroups} groups${optedOutAt === null ? '' : ', opted out'}`,
  consentLog: ({ action, reason }) => `log ${action} ${reason}`,
  clicks: ({ link, code, people, bots, repeats }) =>
    `${link}/${code ?? ''} ${people} people, ${bots} bots, ${repeats} repeats`,
  ledger: ({ reference, unit, from, to, amount }) => `${amount} ${unit} ${from}->${to} for ${short(reference)}`,
  keys: ({ key, target, answer }, isGone) =>
    `key ${key} ${isGone ? 'freed' : `-> ${short(target)} ${answer === null ? 'running' : answer.status}`}`,
  outbox: ({ id, type }, isGone) => `${type} ${short(id)} ${isGone ? 'leaves' : 'waits'}`,
  deliveries: ({ endpoint, event, status, tries, nextAt }, isGone) =>
    `${short(event)} for ${short(endpoint)} ${isGone ? 'gone' : `${status} #${tries} ${nextAt?.toISOString() ?? ''}`}`,
  webhookEndpoints: ({ id, disabled, failingSince }, isGone) =>
    `endpoint ${short(id)} ${isGone ? 'gone' : `${disabled?.reason ?? 'enabled'} failing since ${failingSince?.toISOString()}`}`,
  jobs: ({ id, runAt, fence }, isGone) =>
    isGone
      ? `job ${short(id)} gone`
      : `job ${short(id)} ${fence === null ? 'due' : 'held until'} ${runAt.toISOString()}`,
  deadJobs: ({ id, error }, isGone) => `job ${short(id)} ${isGone ? 'was retried' : `died of ${error}`}`,
}
