import { describeSmsProvider } from '@carillon/contracts'
import { afterEach, describe } from '@jest/globals'
import { BellTower } from './bell-tower.js'
import { pretendCarrier } from './pretend-carrier.js'

const running = []

afterEach(async () => {
  for (const carrier of running.splice(0)) await carrier.stop()
})

describe('Bell Tower', () => {
  describeSmsProvider(async () => {
    const token = 'the-token'
    const carrier = await pretendCarrier({ token })
    running.push(carrier)
    const towards = (url) => new BellTower({ url, token })
    return {
      provider: towards(carrier.url),
      twin: towards(carrier.url),
      // Nothing listens on this port.
      cutOff: towards('http://127.0.0.1:9'),
      deadlineMs: 2_000,
      delivered: async (reference) => carrier.delivered(reference),
      refuse: async (to) => carrier.refuse(to),
      close: async () => carrier.takeNothingMore(),
      stall: async () => carrier.stopResponding(),
    }
  })
})
