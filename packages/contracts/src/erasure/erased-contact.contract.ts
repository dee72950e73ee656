import { describe, expect, test } from '@jest/globals'
import { conversationIdOf } from '@carillon/core'
import type { OpenTestAdapters } from '../fixtures/account-fixture.js'
import { ANN, BOB, NOW, SUBJECT, aConsent, aFullContact, aLogEntry, after, fixedId, ids } from '../fixtures/builders.js'
import { anInboundText } from '../fixtures/sending-builders.js'
import { aNote } from '../conversations/note-builder.js'
import { aFormEntry } from '../forms/form-builders.js'
import { aUser } from '../users/user-builders.js'
import { erasureStoreFixture } from './erasure-store-fixture.js'

const FROM = '+12025550199'
const POOL = { id: fixedId('pool'), name: 'Main', numbers: [FROM] }

const NOTHING = { isKnown: false, contact: null, groups: 0, left: [], lists: 0, isSuppressed: false }

/** The part of the erasure store's contract for the contact itself. */
export function describeErasedContact(open: OpenTestAdapters) {
  const openErasures = () => erasureStoreFixture(open)

  describe('erasures: eraseContact', () => {
    test('deletes the contact, its memberships and list entries, and keeps group and list counts correct', async () => {
      const { eraseContact, contact, contacts, group, member, reread, run, account } = await openErasures()
      const [ann] = [await contact(aFullContact({ account: account.id }))]
      const [bob] = await contacts({ phone: BOB })
      const [active, pending, left] = [await group(), await group(), await group()]
      await member(ann, active)
      await member(bob!, active)
      await member(ann, pending, { state: 'pending' })
      await member(ann, left, { state: 'removed' })
      const list = await run(async ({ contactLists }) => {
        const { id } = await contactLists.put({ id: ids.next('lst'), account: account.id, name: 'VIP', createdAt: NOW })
        await contactLists.addMembers(account.id, id, [ANN, BOB])
        return id
      })
      expect(await eraseContact()).toEqual({
        isKnown: true,
        contact: ann.id,
        groups: 2,
        left: [active.id],
        lists: 1,
        isSuppressed: false,
      })
      await run(async ({ contacts: store, memberships, contactLists }) => {
        expect(await store.find(account.id, ANN)).toBeNull()
        expect(await memberships.of(account.id, [ann.id])).toEqual([])
        expect((await contactLists.find(account.id, list))!.size).toBe(1)
      })
      expect([(await reread(active)).contactCount, (await reread(pending)).contactCount]).toEqual([1, 0])
      await contact({ phone: ANN })
      const again = await run(({ contactLists }) => contactLists.addMembers(account.id, list, [ANN, BOB]))
      expect(again.added).toBe(1)
    })

    test('emits no event for the memberships that end, because the caller emits these events', async () => {
      const { eraseContact, contact, group, member, listenTo, events } = await openErasures()
      await listenTo('contacts.group.opted_out')
      await member(await contact(), await group())
      await eraseContact()
      expect(await events()).toEqual([])
    })

    test('keeps a hard opt-out under the pseudonym, and nothing under the number', async () => {
      const { eraseContact, run, account, optOut } = await openErasures()
      await optOut(ANN, after(3))
      expect(await eraseContact()).toEqual({ ...NOTHING, isKnown: true, isSuppressed: true })
      await run(async ({ consents }) => {
        expect(await consents.find(account.id, ANN)).toMatchObject({ optedOutAt: null })
        expect(await consents.suppressed(account.id, [SUBJECT])).toEqual(new Map([[SUBJECT, after(3)]]))
      })
      expect(await eraseContact()).toMatchObject({ isKnown: true, isSuppressed: true })
    })

    test('deletes all other data of the number, and no data of other numbers', async () => {
      const { eraseContact, run, account } = await openErasures()
      const entries = [aFormEntry({ account: account.id }), aFormEntry({ account: account.id, phone: BOB })]
      const keys = { account: account.id, broadcast: ids.next('brc'), phones: [ANN, BOB], keys: ['one', 'one'] }
      const carrier = { name: 'Bell', lineType: 'mobile' } as const
      const texts = [ANN, BOB].map((from) => ({ ...anInboundText({ account: account.id, from }), from }))
      const author = aUser()
      const written = texts.map(({ id }) =>
        aNote({ account: account.id, conversation: conversationIdOf(id), author: author.id }),
      )
      await run(
        async ({
          consents,
          carriers,
          frequencies,
          pools,
          recipientKeys,
          formEntries,
          messages,
          conversations,
          users,
          notes,
        }) => {
          await messages.add(texts)
          await conversations.receive(texts)
          await users.add(author)
          for (const note of written) await notes.add(note)
          for (const phone of [ANN, BOB]) {
            await consents.save([aConsent({ account: account.id, phone, activeGroups: 1 })])
            await consents.saveProviderOptOut({ account: account.id, phone, sender: '+12025550199', at: NOW })
            await carriers.save(account.id, [{ phone, carrier, at: after(1) }])
            await frequencies.lock(account.id, [phone])
            await frequencies.save(account.id, new Map([[phone, [{ message: ids.next('msg'), atMs: 1 }]]]))
          }
          await pools.lockLoads(account.id, POOL)
          await pools.assign(account.id, POOL.id, new Map([ANN, BOB].map((phone) => [phone, FROM])))
          await recipientKeys.bind({ ...keys, now: NOW })
          for (const entry of entries) await formEntries.add(entry)
        },
      )
      expect(await eraseContact()).toMatchObject({ isKnown: true, contact: null })
      await run(
        async ({ consents, carriers, frequencies, pools, recipientKeys, formEntries, conversations, notes }) => {
          const [ofAnn, ofBob] = texts.map(({ id }) => conversationIdOf(id))
          expect(await conversations.find(account.id, ofAnn!)).toBeNull()
          expect(await conversations.find(account.id, ofBob!)).toMatchObject({ phone: BOB })
          const left = await Promise.all(written.map(({ id }) => notes.find(account.id, id)))
          expect(left).toEqual([null, written[1]])
          expect(await consents.refused(account.id, [ANN, BOB])).toEqual(new Map([[0, 'not-opted-in']]))
          expect(await consents.lockShared(account.id, [ANN, BOB])).toEqual(new Map([[0, 'unknown']]))
          expect(await consents.providerOptOuts(account.id, ANN)).toEqual([])
          expect(await consents.providerOptOuts(account.id, BOB)).toHaveLength(1)
          expect(await carriers.known(account.id, [ANN, BOB], NOW)).toEqual(new Map([[BOB, 'mobile']]))
          expect([...(await frequencies.find(account.id, [ANN, BOB])).keys()]).toEqual([BOB])
          expect(await pools.numbersOf(account.id, POOL.id, [ANN, BOB])).toEqual(new Map([[BOB, FROM]]))
          expect(await pools.loads(account.id, POOL)).toEqual(new Map([[FROM, 1]]))
          expect(await recipientKeys.used({ ...keys, now: NOW })).toEqual(new Set([1]))
          expect(await formEntries.find(account.id, entries[0]!.id)).toBeNull()
          expect(await formEntries.find(account.id, entries[1]!.id)).toEqual(entries[1])
        },
      )
    })

    test('is completed by `eraseLeftovers`, which deletes data of later sends, but keeps a newer consent', async () => {
      const { eraseContact, eraseLeftovers, run, account, contact } = await openErasures()
      await eraseContact()
      const back = await contact()
      const keys = { account: account.id, broadcast: ids.next('brc'), phones: [ANN, BOB], keys: ['one', 'one'] }
      const carrier = { name: 'Bell', lineType: 'mobile' } as const
      const text = { ...anInboundText({ account: account.id }), from: ANN }
      await run(async ({ consents, carriers, frequencies, pools, recipientKeys, messages, conversations }) => {
        await messages.add([text])
        await conversations.receive([text])
        await recipientKeys.bind({ ...keys, now: NOW })
        for (const phone of [ANN, BOB]) {
          await consents.save([aConsent({ account: account.id, phone, activeGroups: 1 })])
          await consents.saveProviderOptOut({ account: account.id, phone, sender: '+12025550199', at: NOW })
          await carriers.save(account.id, [{ phone, carrier, at: after(1) }])
          await frequencies.lock(account.id, [phone])
          await frequencies.save(account.id, new Map([[phone, [{ message: ids.next('msg'), atMs: 1 }]]]))
        }
        await pools.lockLoads(account.id, POOL)
        await pools.assign(account.id, POOL.id, new Map([ANN, BOB].map((phone) => [phone, FROM])))
      })
      expect([await eraseLeftovers(), await eraseLeftovers()]).toEqual([6, 0])
      expect(await run(({ conversations }) => conversations.find(account.id, conversationIdOf(text.id)))).toBeNull()
      await run(async ({ consents, carriers, frequencies, pools, recipientKeys, contacts: store }) => {
        expect(await consents.refused(account.id, [ANN, BOB])).toEqual(new Map())
        expect(await consents.providerOptOuts(account.id, ANN)).toEqual([])
        expect(await consents.providerOptOuts(account.id, BOB)).toHaveLength(1)
        expect(await carriers.known(account.id, [ANN, BOB], NOW)).toEqual(new Map([[BOB, 'mobile']]))
        expect([...(await frequencies.find(account.id, [ANN, BOB])).keys()]).toEqual([BOB])
        expect(await pools.numbersOf(account.id, POOL.id, [ANN, BOB])).toEqual(new Map([[BOB, FROM]]))
        expect(await pools.loads(account.id, POOL)).toEqual(new Map([[FROM, 1]]))
        expect(await recipientKeys.used({ ...keys, now: NOW })).toEqual(new Set([1]))
        expect(await store.find(account.id, ANN)).toEqual(back)
      })
    })

    test('keeps every consent log entry, without its text, address and user agent', async () => {
      const { eraseContact, run, account } = await openErasures()
      const form = { version: 2, address: '203.0.113.7', agent: 'Mozilla/5.0' }
      const own = [
        aLogEntry({ account: account.id, text: 'YES from Ann' }),
        aLogEntry({ account: account.id, form, at: after(1) }),
        aLogEntry({ account: account.id, at: after(2) }),
      ]
      const other = aLogEntry({ account: account.id, subject: 'other' as typeof SUBJECT, text: 'YES' })
      await run(({ consentLog }) => consentLog.append([...own, other]))
      expect(await eraseContact()).toMatchObject({ isKnown: true })
      const left = await run(({ consentLog }) => consentLog.newest(account.id, SUBJECT, 10))
      expect(left.toReversed()).toEqual([
        { ...own[0], text: null },
        { ...own[1], form: { version: 2, address: null, agent: null } },
        own[2],
      ])
      expect(await run(({ consentLog }) => consentLog.newest(account.id, other.subject, 10))).toEqual([other])
    })

    test('reports a number as unknown even if another account has it', async () => {
      const { eraseContact, contact, neighbour, run } = await openErasures()
      const next = await neighbour()
      const theirs = await contact({ account: next.id })
      expect(await eraseContact()).toEqual(NOTHING)
      expect(await eraseContact()).toEqual(NOTHING)
      expect(await run(({ contacts }) => contacts.find(next.id, ANN))).toEqual(theirs)
      expect(await eraseContact({ account: next.id, phone: ANN })).toMatchObject({ contact: theirs.id })
    })

    test('takes effect before or after a unit of work that locks the consent, never during it', async () => {
      const { eraseContact, run, account, optOut } = await openErasures()
      await optOut(ANN)
      const [, found] = await Promise.all([
        eraseContact(),
        run(({ consents }) => consents.lock(account.id, [ANN])).then((locked) => locked.get(ANN)!.optedOutAt),
      ])
      expect([null, NOW]).toContainEqual(found)
      expect(await run(({ consents }) => consents.find(account.id, ANN))).toMatchObject({ optedOutAt: null })
    })
  })
}
