import { ANN, BOB, CAT, accountFixture, phoneOf } from '@carillon/contracts'
import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import type { ImportRow } from '../../model/contact-imports/import-rows.js'
import type { UnitOfWork } from '../../stores/unit-of-work.js'
import { ReadContact } from '../contacts/read-contact.js'
import { ImportContacts, type ImportProgress } from './import-contacts.js'
import { rowReaderOf } from './import-row.js'

const UNDER_WAY_MAX = 3

/** The units of work of the import wait until the test releases them. */
async function open() {
  const adapters = inMemory()
  const fixture = await accountFixture(adapters)
  const { account } = fixture
  const target = await fixture.group()
  const delayedWork = delayed(adapters.unitOfWork)
  const importContacts = new ImportContacts({ ...adapters, unitOfWork: delayedWork.unitOfWork })
  const importFile = (rows: AsyncIterable<readonly ImportRow[]> | Iterable<readonly ImportRow[]>) =>
    importContacts.execute({ account, group: target, fields: [], read: rowReaderOf(HEADER, []), rows })
  const nameOf = async (phone: string) =>
    (await new ReadContact(adapters).execute({ account, phone: phone as typeof ANN })).firstName
  return { ...fixture, ...delayedWork, target, importFile, nameOf }
}

const HEADER = ['phoneNumber', 'firstName']

test('the results of steps are reported in order, whichever is stored first', async () => {
  const { importFile, begun, letGo } = await open()
  const withFault = [...stepOf(4, CAT), { line: 5, fault: 'is odd' }]
  const progress = all(importFile([stepOf(2, ANN), stepOf(3, BOB), withFault]))
  await begun(3)
  for (const n of [3, 2, 1]) await letGo(n)
  expect(await progress).toMatchObject([
    { totals: { rows: 1, created: 1, joined: 1, rejected: 0 }, rejected: [] },
    { totals: { rows: 2, created: 2, joined: 2, rejected: 0 }, rejected: [] },
    { totals: { rows: 4, created: 3, joined: 3, rejected: 1 }, rejected: [{ line: 5, reason: 'The row is odd' }] },
  ])
})

test('the last row of a number wins, even if an earlier step takes longer', async () => {
  const { importFile, letGo, begunSoFar, nameOf } = await open()
  const source = counted([stepOf(2, ANN, 'First'), stepOf(3, BOB), stepOf(4, ANN, 'Last')])
  for (const n of [2, 3]) void letGo(n)
  const progress = all(importFile(source.items))
  await source.requestFor(4)
  await idle()
  expect(begunSoFar()).toBe(2)
  await letGo(1)
  await progress
  expect(await nameOf(ANN)).toBe('Last')
})

test('a step is reported before the rest of the file has arrived', async () => {
  const { importFile, letGo } = await open()
  void letGo(1)
  const steps = importFile(endless(stepOf(2, ANN)))
  expect(await steps.next()).toMatchObject({ value: { totals: { rows: 1 } } })
  await steps.return(undefined)
})

test('faults of the file are counted, and reported by line with the other rejected rows', async () => {
  const { importFile, letGo, optOut } = await open()
  await optOut(BOB)
  for (const n of [1, 2]) void letGo(n)
  const first = [...stepOf(2, ANN), { line: 3, fault: 'is too long' }, ...stepOf(4, 'nobody'), ...stepOf(5, BOB)]
  const steps = await all(importFile([[...first, { line: 6, fault: 'is odd' }], [{ line: 7, fault: 'is odd' }]]))
  expect(steps).toMatchObject([
    {
      totals: { rows: 5, created: 2, joined: 1, rejected: 4 },
      rejected: [
        { line: 3, reason: 'The row is too long' },
        { line: 4, reason: expect.stringContaining('phoneNumber') },
        { line: 5, reason: expect.stringContaining('opted out') },
        { line: 6, reason: 'The row is odd' },
      ],
    },
    { totals: { rows: 6, created: 2, joined: 1, rejected: 5 }, rejected: [{ line: 7, reason: 'The row is odd' }] },
  ])
})

test('a failed step ends the import after the steps in progress, and stored steps are kept', async () => {
  const { importFile, begun, begunSoFar, letGo, fail, nameOf } = await open()
  const progress: ImportProgress[] = []
  const importing = (async () => {
    const file = [stepOf(2, ANN), stepOf(3, BOB), stepOf(4, CAT), stepOf(5, phoneOf(1))]
    for await (const step of importFile(endless(...file))) progress.push(step)
  })()
  const ended = importing.then(
    () => 'imported',
    (error: Error) => error.message,
  )
  await begun(UNDER_WAY_MAX)
  fail(2, new Error('the disk is full'))
  await letGo(1)
  expect(await Promise.race([ended, idle()])).toBe('idle')
  await letGo(3)
  expect(await ended).toBe('the disk is full')
  expect(progress).toMatchObject([{ totals: { rows: 1 } }])
  expect([await nameOf(ANN), await nameOf(CAT)]).toEqual(['Ann', 'Ann'])
  await expect(nameOf(BOB)).rejects.toMatchObject({ code: 'contact-not-found' })
  expect(begunSoFar()).toBe(UNDER_WAY_MAX)
})

test('an interrupted file causes an error, after its earlier steps were stored and reported', async () => {
  const { importFile, begun, letGo } = await open()
  async function* broken() {
    yield stepOf(2, ANN)
    yield stepOf(3, BOB)
    throw new Error('the line is dead')
  }
  const steps = importFile(broken())
  const [first, second, third] = [steps.next(), steps.next(), steps.next()]
  await begun(2)
  for (const n of [2, 1]) await letGo(n)
  expect(await first).toMatchObject({ value: { totals: { rows: 1 } } })
  expect(await second).toMatchObject({ value: { totals: { rows: 2 } } })
  await expect(third).rejects.toThrow('the line is dead')
})

test('at most one step is read ahead of the steps in progress, however long they take', async () => {
  const { importFile, begun, begunSoFar, letGo } = await open()
  const source = counted(Array.from({ length: 20 }, (_, n) => stepOf(n + 2, phoneOf(n))))
  const steps = importFile(source.items)
  const first = steps.next()
  await begun(UNDER_WAY_MAX)
  await idle()
  expect([begunSoFar(), source.requestedSoFar()]).toEqual([UNDER_WAY_MAX, UNDER_WAY_MAX + 1])
  for (let n = 1; n <= 20; n++) void letGo(n)
  await first
  for (let count = 1; count <= 20; count++) {
    await idle()
    expect(source.requestedSoFar() - count).toBeLessThanOrEqual(UNDER_WAY_MAX + 1)
    expect(await steps.next()).toMatchObject(count < 20 ? { value: { totals: { rows: count + 1 } } } : { done: true })
  }
})

test('a caller that stops early closes the file, and waits for the steps in progress', async () => {
  const { importFile, begun, letGo, nameOf } = await open()
  const source = counted([stepOf(2, ANN), stepOf(3, BOB), stepOf(4, CAT), stepOf(5, ANN)])
  const steps = importFile(source.items)
  const first = steps.next()
  await begun(UNDER_WAY_MAX)
  await letGo(1)
  await first
  const left = steps.return(undefined).then(() => 'left')
  expect(await Promise.race([left, idle()])).toBe('idle')
  for (const n of [2, 3]) await letGo(n)
  expect(await left).toBe('left')
  expect(source.isLeft()).toBe(true)
  expect(await nameOf(CAT)).toBe('Ann')
})

test('an empty file has no steps', async () => {
  const { importFile } = await open()
  expect(await all(importFile([]))).toEqual([])
})

function stepOf(line: number, phone: string, firstName = 'Ann'): readonly ImportRow[] {
  return [{ line, cells: [phone, firstName] }]
}

/** Units of work, counted from 1, that wait until `letGo` or `fail` is called for them. */
function delayed(unitOfWork: UnitOfWork) {
  const gates: ReturnType<typeof gate>[] = []
  const gateOf = (n: number) => (gates[n] ??= gate())
  let count = 0
  const run: UnitOfWork['run'] = async (work) => {
    const { begin, opened, end } = gateOf(++count)
    begin()
    try {
      await opened
      return await unitOfWork.run(work)
    } finally {
      end()
    }
  }
  return {
    unitOfWork: { run, runOne: run },
    begun: (n: number) => gateOf(n).begun,
    begunSoFar: () => count,
    letGo: (n: number) => {
      gateOf(n).open()
      return gateOf(n).ended
    },
    fail: (n: number, error: Error) => gateOf(n).refuse(error),
  }
}

function gate() {
  const [beginning, opening, ending] = [signal(), signal(), signal()]
  return {
    begin: beginning.give,
    begun: beginning.given,
    open: opening.give,
    refuse: opening.fail,
    opened: opening.given,
    end: ending.give,
    ended: ending.given,
  }
}

function signal() {
  let give = () => {}
  let fail: (error: Error) => void = () => {}
  const given = new Promise<void>((resolve, reject) => {
    give = resolve
    fail = reject
  })
  return { given, give, fail }
}

/** Items with a count of how many were requested; the end counts as one. */
function counted<T>(all: readonly T[]) {
  const signals = [...all, null].map(signal)
  let requested = 0
  let isLeft = false
  async function* items() {
    try {
      for (const item of all) {
        signals[requested++]!.give()
        yield item
      }
      signals[requested++]!.give()
    } finally {
      isLeft = true
    }
  }
  return {
    items: items(),
    requestFor: (n: number) => signals[n - 1]!.given,
    requestedSoFar: () => requested,
    isLeft: () => isLeft,
  }
}

/** Yields the items, and then waits forever. */
async function* endless<T>(...items: readonly T[]): AsyncGenerator<T> {
  yield* items
  await new Promise(() => undefined)
}

/** Resolves when all pending work is done, except work that waits for the test. */
function idle(): Promise<'idle'> {
  return new Promise((resolve) => setImmediate(resolve, 'idle'))
}

async function all<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}
