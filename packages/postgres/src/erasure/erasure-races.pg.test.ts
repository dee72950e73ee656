import {
  ANN,
  NOW,
  SUBJECT,
  aConsent,
  aContact,
  aMembership,
  overridden,
  overriddenStores,
  anEvent,
  eraserOf,
  accountFixture,
  ids,
  joiningFixture,
} from '@carillon/contracts'
import { LeaveGroup, type Event, type EventOutbox, type UnitOfWork } from '@carillon/core'
import { keyedSecrets, randomIds, systemChance, systemTimer } from '@carillon/node'
import { expect, test } from '@jest/globals'
import { openTestDatabase, waitForLockWaiters } from '../testing/test-database.js'

test('an erasure waits for a contact that is being added, then erases it and its group and list entries', async () => {
  const database = await openTestDatabase()
  const other = await database.another()
  const { account, run, group, reread } = await accountFixture(database)
  const vip = await group()
  const contact = aContact({ account: account.id, phone: ANN })
  const list = await run(({ contactLists }) =>
    contactLists.put({ id: ids.next('lst'), account: account.id, name: 'Best', createdAt: NOW }),
  )
  const who = { account: account.id, phone: ANN, subject: SUBJECT }
  const { erasing } = await run(async (stores) => {
    await stores.contacts.add([contact])
    await stores.consents.addOrLock(account.id, [aConsent({ account: account.id, phone: ANN, activeGroups: 1 })])
    await stores.memberships.save([aMembership({ contact, group: vip })])
    await stores.groups.count(account.id, new Map([[vip.id, 1]]))
    const pending = other.unitOfWork.run(({ erasures }) => erasures.eraseContact(who))
    await waitForLockWaiters(database)
    await stores.contactLists.addMembers(account.id, list.id, [ANN])
    return { erasing: pending }
  })
  expect(await erasing).toMatchObject({ isKnown: true, contact: contact.id, groups: 1, lists: 1 })
  await run(async ({ contacts, memberships, contactLists }) => {
    expect(await contacts.find(account.id, ANN)).toBeNull()
    expect(await memberships.of(account.id, [contact.id])).toEqual([])
    expect((await contactLists.find(account.id, list.id))!.size).toBe(0)
  })
  expect((await reread(vip)).contactCount).toBe(0)
})

test('two concurrent erasures of a number without a contact both succeed, and its opt-out is kept', async () => {
  const database = await openTestDatabase()
  const { account, run, optOut } = await accountFixture(database)
  await optOut(ANN)
  const locking = await database.knex.transaction()
  await locking.raw('select from consent where account_id = ? for update', [account.id])
  const who = { account: account.id, phone: ANN, subject: SUBJECT }
  const both = [1, 2].map(() => run(({ erasures }) => erasures.eraseContact(who)))
  await waitForLockWaiters(database, { count: 2 })
  await locking.rollback()
  const kept = { isKnown: true, contact: null, groups: 0, left: [], lists: 0, isSuppressed: true }
  expect(await Promise.all(both)).toEqual([kept, kept])
})

test('an erasure of events waits for a running trim before it locks or deletes anything', async () => {
  const database = await openTestDatabase()
  const other = await database.another()
  const { account, run, listenTo } = await accountFixture(database)
  await listenTo('contacts.group.opted_in')
  const contact = { id: ids.next('con'), phoneNumber: ANN }
  const data = { contact, group: { id: ids.next('grp'), name: 'VIP' }, reason: 'DIRECT' } as const
  await run(async ({ events, deliveries }) => {
    await events.append(account.id, [anEvent({ account: account.id, data }), anEvent({ account: account.id, data })])
    await deliveries.fanOut(account.id, { now: NOW, eventsMax: 10 })
  })
  // The lock order of a trim: its row in `trim_turn`, then the events, then their deliveries.
  const trim = await database.knex.transaction()
  await trim.raw('insert into trim_turn (account_id) values (?)', [account.id])
  await trim.raw('select from event where account_id = ? for update', [account.id])
  let runs = 0
  const erasing = other.unitOfWork.run(({ erasures }) => {
    runs++
    return erasures.eraseEvents({ account: account.id, phone: ANN }, { after: null, limit: 10 })
  })
  await waitForLockWaiters(database)
  const taken = trim.raw('delete from webhook_delivery where account_id = ?', [account.id])
  await expect(taken).resolves.toMatchObject({ rowCount: 2 })
  await trim.rollback()
  expect([await erasing, runs]).toEqual([{ erased: 2, last: null }, 1])
})

const NOT_FOUND = 'contact-not-found'
const [OPTED_IN, OPTED_OUT, ERASED_EVENT] = [
  'contacts.group.opted_in',
  'contacts.group.opted_out',
  'contact.erased',
] as const

test.each([
  ['erase', 'leave', NOT_FOUND, [`${OPTED_OUT} News ERASED`, ERASED_EVENT]],
  ['leave', 'erase', null, [`${OPTED_OUT} News USER_REMOVED`, ERASED_EVENT]],
  ['erase', 'join', NOT_FOUND, [`${OPTED_OUT} News ERASED`, ERASED_EVENT]],
  [
    'join',
    'erase',
    null,
    [`${OPTED_IN} VIP SILENT`, `${OPTED_OUT} News ERASED`, `${OPTED_OUT} VIP ERASED`, ERASED_EVENT],
  ],
] as const)('the events are consistent: first %s, then a concurrent %s', async (first, second, refusal, expected) => {
  const database = await openTestDatabase()
  const { unitOfWork, emitted } = recording((await database.another()).unitOfWork)
  const clock = { now: () => NOW, advance: () => {} }
  const secrets = keyedSecrets('the secret of a service')
  const deps = { clock, secrets, ids: randomIds(clock), chance: systemChance, timer: systemTimer, unitOfWork }
  const { account, ann, vip, group, member, join, listenTo } = await joiningFixture(deps, { credits: 0 })
  await listenTo(ERASED_EVENT)
  const news = await group({ name: 'News' })
  await member(ann, news)
  const acts = {
    erase: () => eraserOf(deps)(account.name),
    join: () => join('SILENT', { contact: ann, group: vip }),
    leave: () => new LeaveGroup(deps).execute({ account, phone: ANN, group: news.id }),
  }
  const locking = await database.knex.transaction()
  await locking.raw('select from contact where account_id = ? for update', [account.id])
  const codeOf = (ended: Promise<unknown>) =>
    ended.then(
      () => null,
      ({ code }: { code: string }) => code,
    )
  const one = codeOf(acts[first]())
  await waitForLockWaiters(database)
  const other = codeOf(acts[second]())
  await waitForLockWaiters(database, { count: 2 })
  await locking.rollback()
  const codes = { [first]: await one, [second]: await other }
  expect(codes).toEqual({ [first]: null, [second]: refusal })
  expect(emitted.map(wordsOf).sort()).toEqual([...expected].sort())
  expect(emitted.at(-1)!.type).toBe(ERASED_EVENT)
})

/** A unit of work that records the committed events. */
function recording(inner: UnitOfWork) {
  const emitted: Event[] = []
  const run: UnitOfWork['run'] = async (work) => {
    let appended: Event[] = []
    const unitOfWork = overriddenStores(inner, ({ events }) => {
      appended = []
      const append: EventOutbox['append'] = (account, some) => {
        appended.push(...some)
        return events.append(account, some)
      }
      return { events: overridden(events, { append }) }
    })
    const result = await unitOfWork.run(work)
    emitted.push(...appended)
    return result
  }
  return { emitted, unitOfWork: { run, runOne: inner.runOne.bind(inner) } }
}

function wordsOf({ type, data }: Event): string {
  return 'reason' in data ? `${type} ${data.group.name} ${data.reason}` : type
}
