import { changesBetween, COUNT_MAX, MARKS_MAX, type Activity, type AuditEntry } from '@carillon/core'
import { describe, expect, test } from '@jest/globals'
import { accountFixture, type OpenTestAdapters } from '../fixtures/account-fixture.js'
import { aBroadcast } from '../broadcasts/broadcast-builders.js'
import { anImport } from '../contact-imports/contact-import-store.contract.js'
import { after, ANN, ids, NOW, phoneOf } from '../fixtures/builders.js'
import { aLedgerEntry, aMessage, anInboundText } from '../fixtures/sending-builders.js'

const OURS = '+12025550199'

export function describeActivityStore(open: OpenTestAdapters) {
  async function openStore() {
    const fixture = await accountFixture(await open())
    const { run } = fixture
    const account = fixture.account.id
    return {
      ...fixture,
      read: (of = account) => run(({ activity }) => activity.read(of)),
      receive: (seconds: number, from = ANN) =>
        run(async ({ messages, conversations }) => {
          const text = anInboundText({ account, to: OURS, from, createdAt: after(seconds) })
          await messages.add([text])
          await conversations.receive([{ ...text, from }])
          return text
        }),
      audit: (action: string, of: AuditEntry['account'] = account) =>
        run(({ auditLog }) =>
          auditLog.add({
            id: ids.next('aud'),
            at: NOW,
            actor: { command: 'test' },
            session: null,
            address: null,
            account: of,
            action,
            subjects: [],
            details: {},
          }),
        ),
    }
  }

  const topicsOf = (before: Activity, now: Activity) => changesBetween(before, now).map(({ topic }) => topic)

  describe('the activity of an account', () => {
    test('does not change by itself, nor by what happens in another account', async () => {
      const { read, receive, neighbour, contact, audit } = await openStore()
      await receive(1)
      await contact({ phone: ANN })
      const before = await read()
      const other = await neighbour()
      await contact({ account: other.id, phone: ANN })
      await audit('contact.created', other.id)
      await audit('user.invited', null)
      expect(await read()).toEqual(before)
      expect((await read(other.id)).marks.map(({ topic }) => topic)).toEqual(['contacts', 'contacts'])
    })

    test('shows a text of a person in its conversation, and reading it', async () => {
      const { read, receive, run, account } = await openStore()
      const before = await read()
      const text = await receive(1)
      const [id] = (await read()).marks.flatMap((mark) => (mark.topic === 'conversations' ? [mark.id] : []))
      expect(changesBetween(before, await read())).toEqual([
        { topic: 'conversations', ids: [id], counts: { unread: 1 } },
        { topic: 'messages', ids: [text.id], counts: {} },
      ])
      const arrived = await read()
      await run(async ({ conversations }) => {
        const found = await conversations.lock(account.id, id as `cnv_${string}`)
        await conversations.save({ ...found!, unread: 0 })
      })
      expect(changesBetween(arrived, await read())).toEqual([
        { topic: 'conversations', ids: [id], counts: { unread: 0 } },
      ])
    })

    test('shows a broadcast, and each change of its counts', async () => {
      const { read, run, account } = await openStore()
      const before = await read()
      const broadcast = aBroadcast({ account: account.id })
      await run(({ broadcasts }) => broadcasts.add(broadcast, []))
      const begun = await read()
      expect(changesBetween(before, begun)).toEqual([
        { topic: 'broadcasts', ids: [broadcast.id], counts: { running: 1 } },
      ])
      await run(({ broadcasts }) => broadcasts.save({ ...broadcast, status: 'canceled' }))
      expect(changesBetween(begun, await read())).toEqual([
        { topic: 'broadcasts', ids: [broadcast.id], counts: { running: 0 } },
      ])
    })

    test('shows an import, and each of its steps', async () => {
      const { read, run, account } = await openStore()
      const before = await read()
      const imported = anImport({ account: account.id })
      await run(({ contactImports }) => contactImports.add(imported))
      const uploaded = await read()
      const change = { topic: 'imports', ids: [imported.id], counts: {} }
      expect(changesBetween(before, uploaded)).toEqual([change])
      const running = { ...imported, status: 'running', progress: { ...imported.progress, next: 1 } } as const
      await run(({ contactImports }) => contactImports.save(running))
      const begun = await read()
      expect(changesBetween(uploaded, begun)).toEqual([change])
      const progress = { ...running.progress, next: 2 }
      await run(({ contactImports }) => contactImports.save({ ...running, progress }))
      expect(changesBetween(begun, await read())).toEqual([change])
    })

    test('shows new contacts, the state of messages, and credits', async () => {
      const { read, run, contact, account } = await openStore()
      const message = aMessage({ account: account.id })
      await run(({ messages }) => messages.add([message]))
      const before = await read()
      const { id } = await contact({ phone: ANN })
      await run(({ messages }) => messages.save([{ ...message, status: 'sent', sentAt: NOW, phase: null }]))
      await run(({ credits }) =>
        credits.post(account.id, [aLedgerEntry({ account: account.id, from: 'operator', to: 'available', amount: 5 })]),
      )
      expect(changesBetween(before, await read())).toEqual([
        { topic: 'contacts', ids: [id], counts: {} },
        { topic: 'credits', ids: [], counts: {} },
        { topic: 'messages', ids: [message.id], counts: {} },
      ])
    })

    test('shows the changes of users by topic', async () => {
      const { read, audit } = await openStore()
      const before = await read()
      for (const action of ['membership.left', 'schedule.changed', 'api-key.created']) await audit(action)
      expect(topicsOf(before, await read())).toEqual(['account', 'contacts', 'schedules'])
    })

    test('is bounded', async () => {
      const { read, receive } = await openStore()
      for (let n = 0; n < COUNT_MAX + 5; n++) await receive(n, phoneOf(n))
      const { marks, counts } = await read()
      expect(marks.filter(({ topic }) => topic === 'conversations')).toHaveLength(MARKS_MAX)
      expect(counts.conversations).toEqual({ unread: COUNT_MAX })
    })
  })
}
