import { NOW } from '@carillon/contracts'
import type { UnitOfWork } from '@carillon/core'
import { SimulationClock } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { senderCarriers } from './sender-carriers.js'

const FROM = '+12025550199'

function open() {
  const clock = new SimulationClock(NOW)
  /** `owner` is what the database returns next. */
  const state = { reads: 0, owner: async (): Promise<{ carrier: string | null } | null> => ({ carrier: 'main' }) }
  const senders = { owner: () => (state.reads++, state.owner()) }
  const unitOfWork = { run: (work: (stores: object) => unknown) => work({ senders }) } as unknown as UnitOfWork
  return { carrierOf: senderCarriers({ unitOfWork, clock }), clock, state }
}

test('a sender is looked up once every five seconds', async () => {
  const { carrierOf, clock, state } = open()
  expect(await Promise.all([carrierOf(FROM), carrierOf(FROM)])).toEqual(['main', 'main'])
  state.owner = async () => ({ carrier: 'backup' })
  clock.advance(4_999)
  expect([await carrierOf(FROM), state.reads]).toEqual(['main', 1])
  clock.advance(1)
  expect([await carrierOf(FROM), state.reads]).toEqual(['backup', 2])
})

test('a sender of no account, and one whose account declares no carrier, have none', async () => {
  const { carrierOf, state } = open()
  state.owner = async () => null
  expect(await carrierOf(FROM)).toBeNull()
  state.owner = async () => ({ carrier: null })
  expect(await carrierOf('+12025550188')).toBeNull()
})

test('a look-up that fails is not remembered', async () => {
  const { carrierOf, state } = open()
  state.owner = () => Promise.reject(new Error('The database is down'))
  await expect(carrierOf(FROM)).rejects.toThrow('The database is down')
  state.owner = async () => ({ carrier: 'main' })
  expect(await carrierOf(FROM)).toBe('main')
})

test('a late failure does not make a newer look-up forgotten', async () => {
  const { carrierOf, clock, state } = open()
  let fail = (_: Error) => {}
  state.owner = () => new Promise((_, reject) => (fail = reject))
  const late = carrierOf(FROM)
  clock.advance(5_000)
  state.owner = async () => ({ carrier: 'main' })
  expect(await carrierOf(FROM)).toBe('main')
  fail(new Error('The connection was lost'))
  await expect(late).rejects.toThrow('The connection was lost')
  expect([await carrierOf(FROM), state.reads]).toEqual(['main', 2])
})
