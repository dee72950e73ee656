/** Who may be texted, what is written down of it, and what is counted. */
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
    name: 'every change of consent is committed with its entry in the log',
    watch: ({ records, adapters: { secrets } }) => ({
      *atCommit({ membershipsByContact, consents, providerOptOuts, consentLog }) {
        const logged = consentLog.map(({ after }) => after)
        for (const { after: entry, before } of consentLog) if (before !== null) yield `entry ${entry?.id} was changed`
        const isLogged = (account, phone, group, actions) =>
          logged.some(
            (entry) =>
              entry.subject === secrets.pseudonymOf(account, phone) &&
              entry.group === group &&
              actions.includes(entry.action),
          )
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
    name: 'contacts are counted as what they are',
    watch: ({ records }) => ({
      *atCommit({ membershipsByContact, consents, groups }) {
        if (membershipsByContact.length + consents.length + groups.length === 0) return
        const active = records.all('membershipsByContact').filter(({ state }) => state === 'active')
        for (const { id, contactCount } of records.all('groups')) {
          const members = active.filter(({ group }) => group === id).length
          if (members !== contactCount) yield `group ${id} counts ${contactCount} contacts and has ${members}`
        }
        for (const { account, phone, activeGroups, optedOutAt } of records.all('consents')) {
          const joined = active.filter((one) => one.account === account && phoneOf(records, one) === phone).length
          if (joined !== activeGroups) yield `${phone} counts ${activeGroups} groups and is in ${joined}`
          if (optedOutAt !== null && joined > 0) yield `${phone} has opted out and is in ${joined} groups`
        }
      },
    }),
  },
]

const ACTIONS = {
  active: ['OPT_IN'],
  pending: ['OPT_IN_REQUESTED'],
  removed: ['OPT_OUT', 'PENDING_REMOVED', 'MANUAL_REMOVAL'],
}

function isNewAttempt({ before, after }) {
  return after?.phase === 'submitting' && before?.phase !== 'submitting'
}

function refusalOf(records, { account, to, purpose, createdAt }) {
  if (purpose === 'answer') return null
  const memberships = records
    .all('membershipsByContact')
    .filter((one) => one.account === account && phoneOf(records, one) === to)
  if (purpose === 'confirmation') {
    const isAsked = ({ state, since }) => state === 'pending' && since.getTime() === createdAt.getTime()
    return memberships.some(isAsked) ? null : 'what it asks for is not pending'
  }
  const consent = records.all('consents').find((one) => one.account === account && one.phone === to)
  if ((consent?.optedOutAt ?? null) !== null) return 'hard-opted-out'
  return memberships.some(({ state }) => state === 'active') ? null : 'not opted in'
}

function phoneOf(records, { contact }) {
  return records.all('contacts').find(({ id }) => id === contact)?.phone
}
