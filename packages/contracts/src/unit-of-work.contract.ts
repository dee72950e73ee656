import { describe, expect, test } from '@jest/globals'
import type { Account, Contact, Group, Stores, Tag } from '@carillon/core'
import { accountFixture, type AccountFixture, type OpenTestAdapters } from './fixtures/account-fixture.js'
import {
  ANN,
  BOB,
  SUBJECT,
  aConsent,
  aContact,
  aCustomField,
  aGroup,
  aLogEntry,
  aMembership,
  aTag,
  aWebhookEndpoint,
  anAccount,
  anApiKey,
  anEvent,
} from './fixtures/builders.js'
import { aLedgerEntry, aSender, aTrackingLink } from './fixtures/sending-builders.js'

export function describeUnitOfWork(open: OpenTestAdapters) {
  const openFixture = async () => accountFixture(await open())

  describe('a unit of work', () => {
    test('commits all of its changes, and returns the result of its work', async () => {
      const { run, account } = await openFixture()
      const contact = aContact({ account: account.id })
      expect(await run(async ({ contacts }) => (await contacts.add([contact])).size)).toBe(0)
      expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toEqual(contact)
    })

    test('that is run by `runOne` returns the result of its work, and rethrows its error', async () => {
      const { unitOfWork } = await open()
      expect(await unitOfWork.runOne(async () => 7)).toBe(7)
      const error = new Error('The work went wrong')
      await expect(unitOfWork.runOne(() => Promise.reject(error))).rejects.toBe(error)
    })

    test('that is run by `runOne` does not nest', async () => {
      const { unitOfWork } = await open()
      await expect(unitOfWork.run(() => unitOfWork.runOne(async () => 7))).rejects.toThrow(/nest/)
    })

    test('sees its own changes', async () => {
      const { run, account } = await openFixture()
      const contact = aContact({ account: account.id })
      const found = await run(async ({ contacts }) => {
        await contacts.add([contact])
        return contacts.find(account.id, ANN)
      })
      expect(found).toEqual(contact)
    })

    test('rethrows the error of its work, unchanged', async () => {
      const { run } = await openFixture()
      const error = new Error('The work went wrong')
      await expect(run(() => Promise.reject(error))).rejects.toBe(error)
    })

    test('rethrows an error that is thrown synchronously', async () => {
      const { run } = await openFixture()
      const thrown = run(() => {
        throw new Error('At once')
      })
      await expect(thrown).rejects.toThrow('At once')
    })

    test('rolls back additions to many stores when its work throws', async () => {
      const fixture = await openFixture()
      const before = await everythingOf(fixture)
      await expect(failing(fixture, (stores) => addToEveryStore(stores, fixture.account))).rejects.toThrow(FAILURE)
      expect(await everythingOf(fixture)).toEqual(before)
    })

    test('rolls back changes and removals in many stores when its work throws', async () => {
      const fixture = await openFixture()
      const tag = aTag({ name: 'vip' })
      const added = await fixture.run((stores) => addToEveryStore(stores, fixture.account, tag))
      const before = await everythingOf(fixture)
      await expect(failing(fixture, (stores) => changeEveryStore(stores, fixture.account, added))).rejects.toThrow(
        FAILURE,
      )
      expect(await everythingOf(fixture)).toEqual(before)
      await fixture.run((stores) => changeEveryStore(stores, fixture.account, added))
      expect(await everythingOf(fixture)).not.toEqual(before)
    })

    test('rolls back several changes of one object to its first state', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact({ firstName: 'Ann' })
      const changing = failing(fixture, async ({ contacts }) => {
        for (const firstName of ['Anna', 'Anne', 'Annie']) await contacts.save([{ ...contact, firstName }])
      })
      await expect(changing).rejects.toThrow(FAILURE)
      expect(await fixture.run(({ contacts }) => contacts.find(fixture.account.id, ANN))).toEqual(contact)
    })

    test('does not roll back earlier units of work', async () => {
      const fixture = await openFixture()
      const contact = await fixture.contact()
      await expect(
        failing(fixture, ({ contacts }) => contacts.add([aContact({ account: fixture.account.id, phone: BOB })])),
      ).rejects.toThrow(FAILURE)
      expect(await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))).toEqual([contact])
    })

    test('that fails never shows its changes to others', async () => {
      const fixture = await openFixture()
      const writing = failing(fixture, ({ contacts }) => contacts.add([aContact({ account: fixture.account.id })]))
      const reading = fixture.run(({ contacts }) => contacts.find(fixture.account.id, ANN))
      const [, read] = await Promise.allSettled([writing, reading])
      expect(read).toEqual({ status: 'fulfilled', value: null })
    })

    test('commits even if concurrent units of work fail', async () => {
      const fixture = await openFixture()
      const add =
        (fails: boolean) =>
        async ({ contacts }: Stores) => {
          await contacts.add([aContact({ account: fixture.account.id, phone: fails ? ANN : BOB })])
          if (fails) throw new Error(FAILURE)
        }
      const results = await Promise.allSettled([true, false, true].map((fails) => fixture.run(add(fails))))
      expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected'])
      const kept = await fixture.run(({ contacts }) => contacts.after(fixture.account.id, null, 10))
      expect(kept.map(({ phone }) => phone)).toEqual([BOB])
    })

    test('does not nest: an attempt throws, and the outer unit is rolled back', async () => {
      const fixture = await openFixture()
      const nested = fixture.run(async ({ contacts }) => {
        await contacts.add([aContact({ account: fixture.account.id })])
        await fixture.run(({ accounts }) => accounts.list())
      })
      await expect(nested).rejects.toThrow(/nest/)
      expect(await fixture.run(({ contacts }) => contacts.find(fixture.account.id, ANN))).toBeNull()
    })

    test('can continue, and others can run, after an attempt to nest', async () => {
      const fixture = await openFixture()
      const survivor = fixture.run(async ({ contacts }) => {
        await expect(fixture.run(() => Promise.resolve())).rejects.toThrow(/nest/)
        await contacts.add([aContact({ account: fixture.account.id })])
      })
      await survivor
      expect(await fixture.run(({ contacts }) => contacts.find(fixture.account.id, ANN))).not.toBeNull()
    })
  })
}

const FAILURE = 'Everything is undone'

function failing({ run }: AccountFixture, work: (stores: Stores) => Promise<unknown>): Promise<void> {
  return run(async (stores) => {
    await work(stores)
    throw new Error(FAILURE)
  })
}

type Added = { readonly contact: Contact; readonly group: Group; readonly other: Group }

/** Adds data to many stores, including two groups: one with a member, and an empty one, which can be removed. */
async function addToEveryStore(stores: Stores, { id: account }: Account, tag: Tag = aTag()): Promise<Added> {
  const contact = aContact({ account, customValues: { contact_custom_field_1: 'Gold' } })
  const group = aGroup({ account, name: 'VIP', tags: [tag] })
  const other = aGroup({ account, name: 'Waiting list' })
  await stores.accounts.add(anAccount({ name: 'Second' }))
  await stores.apiKeys.put(anApiKey({ account }))
  await stores.senders.put(aSender({ account }))
  await stores.customFields.put(aCustomField({ account }))
  await stores.contacts.add([contact])
  await stores.consents.save([aConsent({ account, activeGroups: 1 })])
  await stores.groups.put(group)
  await stores.groups.put(other)
  await stores.memberships.save([aMembership({ contact, group })])
  await stores.groups.count(account, new Map([[group.id, 1]]))
  await stores.consentLog.append([aLogEntry({ account, group: group.id, text: 'Yes, please' })])
  await stores.trackingLinks.put(aTrackingLink({ account }))
  await stores.webhookEndpoints.put(aWebhookEndpoint({ account }))
  await stores.events.append(account, [anEvent({ account })])
  await stores.credits.post(account, [aLedgerEntry({ account })])
  return { contact, group, other }
}

async function changeEveryStore(stores: Stores, account: Account, { contact, group, other }: Added) {
  const { id } = account
  await stores.accounts.save({ ...account, dailyMessageQuota: 5 })
  await stores.apiKeys.revoke(id, 'key_demo')
  await stores.senders.remove(id, aSender({ account: id }).number)
  await stores.contacts.save([{ ...contact, firstName: 'Ann' }])
  await stores.customFields.remove(id, 'contact_custom_field_1')
  await stores.consents.save([aConsent({ account: id, optedOutAt: new Date(0) })])
  await stores.memberships.save([aMembership({ contact, group, state: 'removed' })])
  await stores.groups.count(id, new Map([[group.id, -1]]))
  await stores.groups.put({ ...group, name: 'VIPs', tags: [aTag({ name: 'new' })] })
  await stores.groups.remove(id, other.id)
  await stores.consentLog.append([aLogEntry({ account: id, group: group.id })])
  await stores.trackingLinks.remove(id, aTrackingLink({ account: id }).link)
  for (const endpoint of await stores.webhookEndpoints.of(id)) await stores.webhookEndpoints.remove(id, endpoint.id)
  await stores.credits.post(id, [aLedgerEntry({ account: id, from: 'available', to: 'spent', amount: 4 })])
}

/** The data that the tests change, by store. */
function everythingOf({ run, account: { id } }: AccountFixture) {
  return run(async (stores) => {
    const contacts = await stores.contacts.after(id, null, 100)
    return {
      accounts: await stores.accounts.list(),
      apiKeys: await stores.apiKeys.of(id),
      senders: await stores.senders.of(id),
      customFields: await stores.customFields.of(id),
      contacts,
      consent: await stores.consents.find(id, ANN),
      memberships: await stores.memberships.of(
        id,
        contacts.map((contact) => contact.id),
      ),
      groups: await stores.groups.of(id),
      tags: await stores.groups.tags(id),
      consentLog: await stores.consentLog.newest(id, SUBJECT, 100),
      trackingLinks: await stores.trackingLinks.of(id),
      webhookEndpoints: await stores.webhookEndpoints.of(id),
      events: await stores.events.oldest(id, 100),
      credits: await stores.credits.balance(id),
    }
  })
}
