import type { UseCases } from '@carillon/container'
import { ids } from '@carillon/contracts'
import type { InboundText } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { carrierIntake, useCaseReceiver, type CarrierReceipt } from './carrier-intake.js'

const NOW = new Date('2026-03-01T12:00:00Z')
const TEXT = { from: '+12025550123', to: '+12025550100', body: 'STOP', mediaUrl: null, providerId: 'bell-1' }
const [account, message] = [ids.next('acc'), ids.next('msg')]
const reference = `${account}.${message}`

function openIntake() {
  const received: unknown[] = []
  const recording = { execute: async (what: unknown) => void received.push(what) }
  const useCases = { receiveInbound: recording, receiveReceipt: recording } as unknown as UseCases
  let begin = () => {}
  const begun = new Promise<UseCases>((resolve) => (begin = () => resolve(useCases)))
  return { received, begin, intake: carrierIntake(useCaseReceiver(begun, { now: () => NOW })) }
}

test('a text that arrives before the service is ready waits for it', async () => {
  const { received, begin, intake } = openIntake()
  const receiving = intake.receiveInbound(TEXT)
  await Promise.resolve()
  expect(received).toEqual([])
  begin()
  await receiving
  expect(received).toEqual([TEXT])
})

test('a receipt applies to the message that it refers to, and the time of the receipt defaults to now', async () => {
  const { received, begin, intake } = openIntake()
  begin()
  const failure = { type: 'carrier_rejected', message: 'No such phone' } as const
  expect(await intake.receiveReceipt({ reference })).toEqual({ isHandled: true })
  expect(await intake.receiveReceipt({ reference, at: new Date(0), failure })).toEqual({ isHandled: true })
  expect(await intake.receiveReceipt({ reference: 'of somebody else' })).toEqual({ isHandled: false })
  expect(received).toEqual([
    { account, message, at: NOW, failure: null },
    { account, message, at: new Date(0), failure },
  ])
})

test.each([
  [{}, 'reference must be a string, got undefined'],
  [{ reference, at: '2026-03-01' }, 'at must be a valid Date'],
  [{ reference, at: new Date('never') }, 'at must be a valid Date'],
  [{ reference, failure: { type: 'carrier_rejected' } }, 'failure.message must be a string, got undefined'],
  [
    { reference, failure: { type: '30003', message: 'x' } },
    'failure.type must be one of carrier_rejected, invalid_destination, opted_out, expired, got "30003"',
  ],
])('an invalid receipt is rejected with an error, and not passed on: %j', async (receipt, fault) => {
  const { received, begin, intake } = openIntake()
  begin()
  await expect(intake.receiveReceipt(receipt as CarrierReceipt)).rejects.toThrow(new TypeError(fault))
  expect(received).toEqual([])
})

test('a text without a body is rejected, and a missing mediaUrl becomes null', async () => {
  const { received, begin, intake } = openIntake()
  begin()
  const { body: _body, ...bodiless } = TEXT
  await expect(intake.receiveInbound(bodiless as InboundText)).rejects.toThrow('body must be a string, got undefined')
  const { mediaUrl: _mediaUrl, ...plain } = TEXT
  await intake.receiveInbound(plain as InboundText)
  expect(received).toEqual([TEXT])
})
