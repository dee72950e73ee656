import { describe, expect, test } from '@jest/globals'
import {
  ANN,
  BOB,
  NOW,
  aContact,
  aLedgerEntry,
  anAccount,
  acceptanceOf,
  describeUnitOfWork,
  accountFixture,
  ids,
  singleSendStoreFixture,
  sentOf,
} from '@carillon/contracts'
import type { Stores } from '@carillon/core'
import type { Knex } from 'knex'
import { setImmediate } from 'node:timers/promises'
import { meeting } from './testing/meeting.js'
import { signal } from './testing/signal.js'
import { askEachNode, onePostgresTest, openTestDatabase, waitForLockWaiters } from './testing/test-database.js'
import { openWire } from './testing/wire.js'

describeUnitOfWork(() => openTestDatabase())

describe('a unit of work on Postgres', () => {
  test('runs again when its connection is killed', async () => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    let attempts = 0
    await run(async ({ contacts }) => {
      attempts++
      await contacts.add([aContact({ account: account.id })])
      if (attempts === 1) await killTransactions(database.knex)
      await contacts.add([aContact({ account: account.id, phone: BOB })])
    })
    expect(attempts).toBe(2)
    expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toHaveLength(2)
  })

  test('runs again when its connection dies while no statement is under way', async () => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    let attempts = 0
    await run(async ({ contacts }) => {
      attempts++
      await contacts.lock(account.id, [ANN])
      if (attempts === 1) await killTransactions(database.knex)
    })
    expect(attempts).toBe(2)
  })

  onePostgresTest('runs again after a deadlock with another one, and both succeed', async () => {
    const { account, run, contacts } = await accountFixture(await openTestDatabase())
    await contacts({}, { phone: BOB })
    let attempts = 0
    const bothLockedOne = meeting(2)
    const crossing = (phones: readonly (typeof ANN)[]) => {
      let first = true
      return run(async (stores: Stores) => {
        attempts++
        for (const phone of phones) {
          await stores.contacts.lock(account.id, [phone])
          if (first) await bothLockedOne()
          first = false
        }
      })
    }
    await Promise.all([crossing([ANN, BOB]), crossing([BOB, ANN])])
    expect(attempts).toBe(3)
  })

  onePostgresTest('whose COMMIT was not acknowledged runs again and finds its changes already made', async () => {
    const database = await openTestDatabase()
    const { account, run } = await accountFixture(database)
    const wire = await openWire(database.url)
    const far = await database.another({ url: wire.url })
    const contact = aContact({ account: account.id })
    const entry = aLedgerEntry({ account: account.id })
    const sister = anAccount()
    let attempts = 0
    wire.loseNextReply('COMMIT')
    const { added, taken } = await far.unitOfWork.run(async ({ accounts, contacts, credits }) => {
      attempts++
      await credits.post(account.id, [entry])
      return { added: await accounts.add(sister), taken: await contacts.add([contact]) }
    })
    expect({ attempts, added, taken: taken.size }).toEqual({ attempts: 2, added: true, taken: 0 })
    expect(await run(({ contacts }) => contacts.after(account.id, null, 10))).toEqual([contact])
    expect(await run(({ credits }) => credits.balance(account.id))).toMatchObject({ sms: entry.amount })
    await wire.close()
  })

  onePostgresTest('of one statement whose response was lost runs again and changes nothing twice', async () => {
    const database = await openTestDatabase()
    const fixture = await singleSendStoreFixture(async () => database)
    const wire = await openWire(database.url)
    const far = await database.another({ url: wire.url })
    // Opens the connection: its first statement, which asks for settings, must not be the one whose response is lost.
    await far.unitOfWork.runOne(({ singleSends }) =>
      singleSends.accept([acceptanceOf(fixture.message(), { dailyQuota: 0 })]),
    )
    const message = fixture.message({ idempotencyKey: 'order-1' })
    wire.loseNextReply('SELECT 0')
    const decisions = await far.unitOfWork.runOne(({ singleSends }) => singleSends.accept([acceptanceOf(message)]))
    expect(decisions).toMatchObject([{ isAccepted: false, facts: { isAccepted: true, acceptedThatDay: 1 } }])
    wire.loseNextReply('SELECT 1')
    expect(await far.unitOfWork.runOne(({ singleSends }) => singleSends.settle([sentOf(message)]))).toEqual([null])
    expect(await fixture.find(message)).toEqual(sentOf(message).message)
    expect(await fixture.balance()).toEqual({ sms: 8, mms: 2, reserved: { sms: 0, mms: 0 } })
    await wire.close()
  })

  test('of one statement succeeds after its connection was lost, whether idle or in use', async () => {
    const database = await openTestDatabase()
    const fixture = await singleSendStoreFixture(async () => database, 'runOne')
    const accept = () => fixture.accept(fixture.message())
    expect(await Promise.all([accept(), accept()])).toEqual([ACCEPTED, ACCEPTED])
    await database.knex.raw(KILL_OTHERS)
    expect(await accept()).toEqual(ACCEPTED)
    const waiting = await database.knex.transaction(async (trx) => {
      await trx.raw('select from credit_balance where account_id = ? for update', [fixture.account.id])
      const accepted = accept()
      await waitForLockWaiters(database)
      await trx.raw(`${KILL_OTHERS} and wait_event_type = 'Lock'`)
      return { accepted }
    })
    expect(await waiting.accepted).toEqual(ACCEPTED)
  })

  test('gives up after six attempts whose connections are killed', async () => {
    const database = await openTestDatabase()
    const { account } = await accountFixture(database)
    let attempts = 0
    const hopeless = database.unitOfWork.run(async ({ contacts }) => {
      attempts++
      await contacts.lock(account.id, [ANN])
      await killTransactions(database.knex)
      await contacts.lock(account.id, [ANN])
    })
    await expect(hopeless).rejects.toThrow(/connection|ECONNRESET/i)
    expect(attempts).toBe(6)
  })

  test('does not run again after an error of the work itself', async () => {
    const { unitOfWork } = await openTestDatabase()
    let attempts = 0
    const failing = unitOfWork.run(async () => {
      attempts++
      throw new Error('This one is for the caller')
    })
    await expect(failing).rejects.toThrow('This one is for the caller')
    expect(attempts).toBe(1)
  })

  test('fails when its work catches the error of a statement, because nothing can be committed', async () => {
    const { account, run } = await accountFixture(await openTestDatabase())
    const careless = run(async ({ contacts, credits }) => {
      await contacts.add([aContact({ account: account.id })])
      await credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 0 })]).catch(() => {})
      return 'done'
    })
    await expect(careless).rejects.toThrow(/ledger_entry_amount_check/)
    expect(await run(({ contacts }) => contacts.find(account.id, ANN))).toBeNull()
  })

  test('succeeds when its work rolls back to a savepoint before the failed statement', async () => {
    const { account, run } = await accountFixture(await openTestDatabase())
    const bound = { account: account.id, phones: [ANN], keys: ['key'] }
    const bind = (broadcast = ids.next('brc')) =>
      run(async ({ contacts, recipientKeys }) => {
        await contacts.add([aContact({ account: account.id })])
        return recipientKeys.bind({ ...bound, broadcast, now: NOW })
      })
    await run(({ recipientKeys }) => recipientKeys.bind({ ...bound, broadcast: ids.next('brc'), now: NOW }))
    expect(await bind()).toEqual(new Set([0]))
    expect(await run(({ contacts }) => contacts.find(account.id, ANN))).not.toBeNull()
  })

  test('fails when a statement fails after its work has rolled back to a savepoint', async () => {
    const { account, run } = await accountFixture(await openTestDatabase())
    const bound = { account: account.id, phones: [ANN], keys: ['key'], now: NOW }
    await run(({ recipientKeys }) => recipientKeys.bind({ ...bound, broadcast: ids.next('brc') }))
    const careless = run(async ({ recipientKeys, credits }) => {
      await recipientKeys.bind({ ...bound, broadcast: ids.next('brc') })
      await credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 0 })]).catch(() => {})
    })
    await expect(careless).rejects.toThrow(/ledger_entry_amount_check/)
  })

  test('fails when its work catches an error and then tries to use a savepoint', async () => {
    const { account, run } = await accountFixture(await openTestDatabase())
    const careless = run(async ({ recipientKeys, credits }) => {
      await credits.post(account.id, [aLedgerEntry({ account: account.id, amount: 0 })]).catch(() => {})
      const bound = { account: account.id, phones: [ANN], keys: ['key'], broadcast: ids.next('brc') }
      await recipientKeys.bind({ ...bound, now: NOW }).catch(() => {})
    })
    await expect(careless).rejects.toThrow(/ledger_entry_amount_check/)
  })

  test('lets code that it started run other units of work after it has ended', async () => {
    const { unitOfWork } = await openTestDatabase()
    let later: Promise<unknown> = Promise.resolve()
    const ended = signal()
    await unitOfWork.run(async () => {
      later = ended.given.then(() => unitOfWork.run(({ accounts }) => accounts.list()))
    })
    ended.give()
    expect(await later).toEqual([])
  })
})

const ACCEPTED = { isAccepted: true }

const KILL_OTHERS = `
  select pg_terminate_backend(pid) from pg_stat_activity
   where datname = current_database() and pid <> pg_backend_pid()`

/** Ends the connections that have a transaction open, and waits until they are gone. */
async function killTransactions(knex: Knex) {
  while ((await askEachNode(knex, KILL_IDLE)).some((count) => count > 0)) await setImmediate()
}

const KILL_IDLE = `
  select count(pg_terminate_backend(pid))
    from pg_stat_activity
   where datname = current_database() and state = 'idle in transaction'`
