import { expect, test } from '@jest/globals'
import { carriersFor } from './route.js'

const ROUTES = [
  { toPrefix: '+4477', via: ['mobile'] },
  { toPrefix: '+44', via: ['backup', 'main'] },
  { toPrefix: null, via: ['main'] },
]

test.each([
  ['+447700900123', ['mobile']],
  ['+442079460000', ['backup', 'main']],
  ['+12025550123', ['main']],
])('the first route that fits decides, whatever comes after it: %s', (to, via) => {
  expect(carriersFor(ROUTES, { to, ownCarrier: null })).toEqual(via)
})

test('the carrier of the sender comes before every route', () => {
  expect(carriersFor(ROUTES, { to: '+447700900123', ownCarrier: 'smsc' })).toEqual(['smsc'])
})

test('without a route that fits there is no carrier', () => {
  expect(carriersFor(ROUTES.slice(0, 2), { to: '+12025550123', ownCarrier: null })).toEqual([])
})
