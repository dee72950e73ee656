/** Invariants on consent, its log and its counts. */
export const CONSENT = [
  {
    name: 'every attempt is committed while its recipient consents',
    watch: ({ records }) => ({
      *atCommit({ messages }) {
        for (const { before, after } of messages.filter(isNewAttempt)) {
          const wrong = refusalOf(records, after)
          if (wrong !== null) yield `${after.purpose} ${after.id} to ${after.to}: ${wrong}, was ${before?.phase}`
        }
      },
    }),
  },
  {
    name: 'a message that is stopped for lack of consent fails with the reason at that commit',
    watch: ({ records }) => ({
      *atCommit({ messages }) {
        for (const { before, after } of messages) {
          const type = after?.failure?.type ?? null
          if (before === null || before.failure !== null || !STOPS.includes(type)) continue
          const isStopped = refusalOf(records, after) !== null
          const hasOptedOut = (records.tables.consents.get(after.account, after.to)?.optedOutAt ?? null) !== null
          const due = hasOptedOut ? 'opted_out_before_send' : 'not_opted_in_before_send'
          if (!isStopped || type !== due) yield `${after.purpose} ${after.id} to ${after.to} failed with ${type}`
        }
      },
    }),
  },
  {
    name: 'every change of consent is committed with its entry in the log',
    watch: ({ records, adapters: { secrets } }) => ({
      *atCommit({ membershipsByContact, consents, providerOptOuts, consentLog }) {
        for (const { after: entry, before } of consentLog) if (before !== null) yield `entry ${entry?.id} was changed`
        const logged = new Set(consentLog.map(({ after }) => `${after.subject} ${after.group} ${after.action}`))
        const isLogged = (account, phone, group, actions) => {
          const subject = secrets.pseudonymOf(account, phone)
          return actions.some((action) => logged.has(`${subject} ${group} ${action}`))
        }
        for (const { before, after } of membershipsByContact) {
          if (before?.state === after.state) continue
          const phone = phoneOf(records, after)
          if (!isLogged(after.account, phone, after.group, ACTIONS[after.state])) {
            yield `${phone} became ${after.state} in ${after.group}`
          }
        }
        for (const { before, after } of consents) {
          if ((before?.optedOutAt ?? null) === after.optedOutAt) continue
          const actions = after.optedOutAt === null ? ['OPT_IN'] : ['OPT_OUT']
          if (!isLogged(after.account, after.phone, null, actions)) yield `opt-out of ${after.phone} changed`
        }
        for (const { before, after } of providerOptOuts) {
          if (before === null && !isLogged(after.account, after.phone, null, ['PROVIDER_OPT_OUT'])) {
            yield `the provider refused ${after.phone}`
          }
        }
      },
    }),
  },
  {
    name: 'the counts of contacts and groups match the memberships',
    watch: ({ records }) => ({
      *atCommit({ membershipsByContact, consents, groups }) {
        const { tables } = records
        const changedGroups = new Map(groups.map(({ after: { id, account } }) => [id, account]))
        const changedPhones = new Map(consents.map(({ after: { phone, account } }) => [`${account} ${phone}`, account]))
        for (const { after } of membershipsByContact) {
          changedGroups.set(after.group, after.account)
          changedPhones.set(`${after.account} ${phoneOf(records, after)}`, after.account)
        }
        for (const [group, account] of changedGroups) {
          const { contactCount } = tables.groups.get(account, group)
          const members = tables.membershipsByGroup.of(`${account} ${group}`).filter(isActive).length
          if (members !== contactCount) yield `group ${group} counts ${contactCount} contacts and has ${members}`
        }
        for (const [place, account] of changedPhones) {
          const phone = place.slice(account.length + 1)
          const { activeGroups, optedOutAt } = tables.consents.get(account, phone) ?? {
            activeGroups: 0,
            optedOutAt: null,
          }
          const joined = membershipsOf(records, { account, phone }).filter(isActive).length
          if (joined !== activeGroups) yield `${phone} counts ${activeGroups} groups and is in ${joined}`
          if (optedOutAt !== null && joined > 0) yield `${phone} has opted out and is in ${joined} groups`
        }
      },
    }),
  },
]

/** `erased` must not occur, because no number is erased in a world. */
const STOPS = ['opted_out_before_send', 'not_opted_in_before_send', 'erased']

const ACTIONS = {
  active: ['OPT_IN'],
  pending: ['OPT_IN_REQUESTED'],
  removed: ['OPT_OUT', 'PENDING_REMOVED', 'MANUAL_REMOVAL'],
}

/** Excludes the first attempt of a broadcast's message, which its slice makes and another invariant checks. */
function isNewAttempt({ before, after }) {
  if (before === null && after.broadcast !== null) return false
  return after?.phase === 'submitting' && before?.phase !== 'submitting'
}

/** The reason why a text must not be sent now, or null; computed from the memberships instead of their counts. */
export function refusalOf(records, { account, to, purpose, createdAt = null }) {
  if (purpose === 'answer' || purpose === 'code') return null
  const memberships = membershipsOf(records, { account, phone: to })
  if (purpose === 'confirmation') {
    const isPending = ({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime()
    return memberships.some(isPending) ? null : 'no membership is pending'
  }
  const consent = records.tables.consents.get(account, to)
  if ((consent?.optedOutAt ?? null) !== null) return 'hard-opted-out'
  return memberships.some(isActive) ? null : 'not-opted-in'
}

export function membershipsOf({ tables }, { account, phone }) {
  const contact = tables.contacts.get(account, phone)
  return contact === undefined ? [] : tables.membershipsByContact.of(`${account} ${contact.id}`)
}

function isActive({ state }) {
  return state === 'active'
}

function phoneOf({ indexes }, { contact }) {
  return indexes.phoneOf(contact)
}
