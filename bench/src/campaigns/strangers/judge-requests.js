import { exactly, upTo } from './figure.js'

const SLOW_WITHIN_MS = 66_000

/** The responses that visitors, clients and guessers got. */
export function judgeRequests({ accepted }, { clicks, guesses, owner, paused, waits, visitors }) {
  return [
    exactly('requests for codes accepted of one address, most', 30, Math.max(...accepted.values())),
    exactly('IPv6 addresses of one /64, requests accepted', 30, accepted.get('2001:db8:1:1')),
    ...(paused === null ? [] : [exactly('codes to a prefix until it is paused, with work', 5, paused)]),
    exactly('honest visitors who joined meanwhile', visitors, waits.length),
    upTo('clicks of one address that count as people', 20, clicks.people),
    exactly('clicks of one address in all', clicks.clicks, clicks.people + clicks.repeats),
    upTo('guesses that one process checked, most', checkedMax(guesses.lastedMs), Math.max(...guesses.checked)),
    exactly('refusals of the right secret from elsewhere', 0, owner.refused),
  ]
}

/** @param {readonly { status: number, lastedMs: number }[]} ended */
export function judgeSlowBodies(ended) {
  const timely = ended.filter(({ status, lastedMs }) => status === 408 && lastedMs < SLOW_WITHIN_MS)
  return [exactly('slow bodies that ended with 408', ended.length, timely.length)]
}

/** After five failures, each further one doubles the time until the next guess is checked, up to a minute. */
function checkedMax(lastedMs) {
  let checked = 5
  for (let [atMs, blockMs] = [0, 1_000]; (atMs += Math.min(blockMs, 60_000)) <= lastedMs; blockMs *= 2) checked += 1
  return checked
}
