import { inMemory } from '@carillon/memory'
import { expect, test } from '@jest/globals'
import { Throttle } from './throttle.js'

function opened() {
  const { clock } = inMemory()
  return { clock, throttle: new Throttle(clock) }
}

const messages = (count: number) => Array.from({ length: count }, () => 1)

test('without a limit every message is admitted', () => {
  expect(opened().throttle.admit(messages(1_000_000), null).count).toBe(Infinity)
})

test('the throttle admits the messages of one second at once, and then as many as the elapsed time allows', () => {
  const { clock, throttle } = opened()
  expect(throttle.admit(messages(25), 10).count).toBe(10)
  expect(throttle.admit(messages(1), 10).count).toBe(0)
  clock.advance(300)
  expect(throttle.admit(messages(25), 10).count).toBe(3)
  clock.advance(60_000)
  expect(throttle.admit(messages(25), 10).count).toBe(10)
})

test('the throttle returns how long each message beyond the limit must wait', () => {
  const { clock, throttle } = opened()
  const { afterMs } = throttle.admit(messages(13), 10)
  expect([1, 2, 3].map(afterMs)).toEqual([100, 200, 300])
  clock.advance(afterMs(3))
  expect(throttle.admit(messages(25), 10).count).toBe(3)
})

test('the throttle never exceeds the limit, however often it is called', () => {
  const { clock, throttle } = opened()
  let admitted = 0
  for (let i = 0; i < 1_000; i++) {
    admitted += throttle.admit(messages(3), 50).count
    clock.advance(10)
  }
  expect(admitted).toBe(50 + 499)
})

test('a new limit applies from the next submission on', () => {
  const { throttle } = opened()
  throttle.admit(messages(10), 10)
  expect(throttle.admit(messages(100), 40).count).toBe(40)
})

test('a clock that goes back does not reduce the remaining capacity', () => {
  const { clock, throttle } = opened()
  expect(throttle.admit(messages(4), 10).count).toBe(4)
  clock.advance(-5_000)
  expect(throttle.admit(messages(10), 10).count).toBe(6)
})

test('the throttle counts the parts of messages, and admits a message of more parts than a second has after a pause', () => {
  const { clock, throttle } = opened()
  const { count, afterMs } = throttle.admit([3, 3, 3, 3, 3], 10)
  expect([count, afterMs(1), afterMs(2)]).toEqual([3, 200, 500])
  expect(throttle.admit([25], 10).count).toBe(0)
  clock.advance(1_000)
  expect(throttle.admit([25], 10).count).toBe(1)
  clock.advance(1_500)
  expect(throttle.admit([1], 10).count).toBe(0)
  clock.advance(100)
  expect(throttle.admit([1], 10).count).toBe(1)
})
