/**
 * The two kinds of service. Some of the carriers of `guesses` cannot be asked for a lost outcome, so none of them is
 * asked; all carriers of `asks` can be asked.
 *
 * A carrier with an `account` has a sender of its own there. A carrier with a `mood` stays in it; the others change.
 * Each account with `routes` has a sender without a carrier: the first digits of the recipient decide.
 */
export function scenesOf(random) {
  const types = ['twilio', 'telnyx', 'sinch', 'bandwidth', 'vonage']
  const shuffled = types.map((name) => ({ name, place: random() })).toSorted((one, other) => one.place - other.place)
  return {
    guesses: {
      canBeAsked: false,
      carriers: [
        ...types.map((type, i) => ({ name: type, type, account: i < 3 ? 'Acme' : 'Beta' })),
        { name: 'smsc', type: 'smpp', account: 'Beta' },
        { name: 'gone', type: 'vonage', account: 'Beta', mood: 'unreachable' },
        { name: 'bad', type: 'twilio', mood: 'bad' },
        { name: 'good', type: 'telnyx', mood: 'calm' },
      ],
      routes: [
        { account: 'Acme', toPrefix: '+1303', via: ['bad', 'good'] },
        { account: 'Acme', toPrefix: '+1312', via: shuffled.map(({ name }) => name) },
      ],
    },
    asks: {
      canBeAsked: true,
      carriers: [
        { name: 'one', type: 'sinch', account: 'Acme' },
        { name: 'other', type: 'sinch', account: 'Beta' },
      ],
      routes: [{ account: 'Acme', toPrefix: '+1303', via: ['one', 'other'] }],
    },
  }
}

const PREFIX = '+1202'
/** No text to the carrier that is gone is ever taken, so a few are enough. */
const SENDS_TO_GONE = 10

/** The senders with what they send: `sends` single texts and a broadcast, each to phones that get nothing else. */
export function sendersOf({ carriers, routes }, { sends, recipients }) {
  const own = carriers.flatMap(({ name, account }) =>
    account === undefined ? [] : [{ account, carrier: name, via: [name], prefix: PREFIX }],
  )
  const routed = routes.map(({ account, toPrefix, via }) => ({ account, carrier: null, via, prefix: toPrefix }))
  let phones = 0
  const next = (prefix, count) => Array.from({ length: count }, () => `${prefix}${2_000_000 + phones++}`)
  return [...own, ...routed].map(({ prefix, ...sender }, i) => ({
    ...sender,
    from: `+1202555${String(sender.carrier === null ? 199 : 100 + i).padStart(4, '0')}`,
    singles: next(prefix, sender.carrier === 'gone' ? SENDS_TO_GONE : sends),
    broadcast: next(prefix, sender.carrier === 'gone' ? 0 : recipients),
  }))
}
