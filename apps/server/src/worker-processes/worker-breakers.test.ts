import { expect, test } from '@jest/globals'
import { aCarrierDesk } from '../testing/a-carrier-desk.js'
import { withWorkerBreakers } from './worker-breakers.js'

test('a breaker is open if it is open in this process or in a worker', async () => {
  const { desk, breakers } = aCarrierDesk()
  breakers.set('smsc', 'probing')
  const { carrierDesk, openBreakers } = withWorkerBreakers(
    { carrierDesk: desk, openBreakers: () => ['phones', 'main'] },
    () => ['main', 'smsc'],
  )
  expect(openBreakers()).toEqual(['phones', 'main', 'smsc'])
  expect((await carrierDesk!.list()).map(({ breaker }) => breaker)).toEqual(['open', 'open', 'closed'])
  expect(await carrierDesk!.check('smsc', { deadlineMs: 1_000 })).not.toBeNull()
})

test('without carriers, there is no desk', () => {
  expect(withWorkerBreakers({ carrierDesk: null, openBreakers: () => [] }, () => []).carrierDesk).toBeNull()
})
