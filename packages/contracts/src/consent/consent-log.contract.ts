import { describe, expect, test } from '@jest/globals'
import type { Pseudonym } from '@carillon/core'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { SUBJECT, aLogEntry, after } from '../fixtures/builders.js'

export function describeConsentLog(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('the consent log', () => {
    test('keeps every field of an entry', async () => {
      const { run, account, group } = await openFixture()
      const { id } = await group()
      const entries = [
        aLogEntry({ account: account.id, group: id, by: 'CONTACT', reason: 'CONFIRMED', text: 'YES 🎉' }),
        aLogEntry({ account: account.id, at: after(1), action: 'OPT_IN_REQUESTED', reason: 'CONFIRM' }),
        aLogEntry({
          account: account.id,
          at: after(2),
          by: 'OPERATOR',
          action: 'MANUAL_REMOVAL',
          reason: 'USER_REMOVED',
        }),
      ]
      await run(({ consentLog }) => consentLog.append(entries))
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual(entries.toReversed())
    })

    test('knows how each subject came to a group: by the newest opt-in, or request for one', async () => {
      const { run, account, group } = await openFixture()
      const [vip, other] = [(await group()).id, (await group({ name: 'Other' })).id]
      const [ann, bob, cat] = ['ann', 'bob', 'cat'] as readonly string[] as readonly Pseudonym[]
      const entry = (given: object) => aLogEntry({ account: account.id, group: vip, subject: ann!, ...given })
      await run(({ consentLog }) =>
        consentLog.append([
          entry({ action: 'OPT_IN_REQUESTED', reason: 'CONFIRM' }),
          entry({ at: after(1), by: 'CONTACT', reason: 'CONFIRMED', text: 'YES' }),
          entry({ at: after(2), action: 'MANUAL_REMOVAL', reason: 'USER_REMOVED' }),
          entry({ at: after(3), group: other, reason: 'SILENT' }),
          entry({ subject: bob, at: after(4), action: 'OPT_IN_REQUESTED', reason: 'START', by: 'CONTACT' }),
          entry({ subject: cat, action: 'OPT_OUT', reason: 'STOP', by: 'CONTACT', group: null }),
        ]),
      )
      const joins = await run(({ consentLog }) => consentLog.joins(account.id, vip, [ann!, bob!, cat!]))
      expect(joins).toEqual(
        new Map([
          [ann, { action: 'OPT_IN', reason: 'CONFIRMED', by: 'CONTACT', at: after(1) }],
          [bob, { action: 'OPT_IN_REQUESTED', reason: 'START', by: 'CONTACT', at: after(4) }],
        ]),
      )
    })

    test('keeps the version of the accepted text, the address and the user agent of a form', async () => {
      const { run, account } = await openFixture()
      const forms = [
        { version: 1, address: '192.0.2.1', agent: 'A browser 🎉' },
        { version: 2, address: '2001:db8::1', agent: null },
        { version: 3, address: null, agent: null },
        null,
      ]
      const entries = forms.map((form, i) =>
        aLogEntry({
          account: account.id,
          at: after(i),
          by: 'CONTACT',
          reason: 'FORM',
          form,
          text: i === 1 ? 'YES' : null,
        }),
      )
      await run(({ consentLog }) => consentLog.append(entries))
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual(entries.toReversed())
    })

    test('returns the newest entries first, up to the limit', async () => {
      const { run, account } = await openFixture()
      const [a, b, c, d] = [2, 4, 1, 3].map((second) => aLogEntry({ account: account.id, at: after(second) }))
      await run(({ consentLog }) => consentLog.append([a!, b!]))
      await run(({ consentLog }) => consentLog.append([c!, d!]))
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual([b, d, a, c])
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 2))).toEqual([b, d])
    })

    test('counts the entries of a subject', async () => {
      const { run, account, neighbour } = await openFixture()
      const otherSubject = aLogEntry({ account: account.id, subject: 'somebody else' as Pseudonym })
      const entries = [1, 2, 3].map(() => aLogEntry({ account: account.id }))
      await run(({ consentLog }) => consentLog.append([...entries, otherSubject]))
      expect(await run(({ consentLog }) => consentLog.count(account.id, SUBJECT))).toBe(3)
      const other = await neighbour()
      expect(await run(({ consentLog }) => consentLog.count(other.id, SUBJECT))).toBe(0)
    })

    test('returns entries with the same instant in descending order of their ids', async () => {
      const { run, account } = await openFixture()
      const entries = [1, 2, 3].map(() => aLogEntry({ account: account.id }))
      await run(({ consentLog }) => consentLog.append(entries))
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual(entries.toReversed())
    })

    test('returns only the entries of the given subject and account', async () => {
      const { run, account, neighbour } = await openFixture()
      const otherSubject = 'somebody else' as Pseudonym
      const ours = aLogEntry({ account: account.id })
      await run(({ consentLog }) =>
        consentLog.append([ours, aLogEntry({ account: account.id, subject: otherSubject })]),
      )
      const other = await neighbour()
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual([ours])
      expect(await run(({ consentLog }) => consentLog.newest(other.id, SUBJECT, 10))).toEqual([])
    })

    test('accepts an empty list, and a list of 100 entries', async () => {
      const { run, account } = await openFixture()
      await run(({ consentLog }) => consentLog.append([]))
      await run(({ consentLog }) =>
        consentLog.append(Array.from({ length: 100 }, () => aLogEntry({ account: account.id }))),
      )
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 1_000))).toHaveLength(100)
    })

    test('keeps entries of a removed group', async () => {
      const { run, account, group } = await openFixture()
      const gone = await group()
      const entry = aLogEntry({ account: account.id, group: gone.id })
      await run(({ consentLog }) => consentLog.append([entry]))
      expect(await run(({ groups }) => groups.remove(account.id, gone.id))).toBe(true)
      expect(await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))).toEqual([entry])
    })
  })
}
