import type { HandledInbound } from '@carillon/core'
import { expect, test } from '@jest/globals'
import { readPage } from '../testing/docs/pages.js'

type Outcome = NonNullable<HandledInbound['reply']> | 'none'

/** For each outcome of a reply, whether a stranger causes it. */
const IS_STRANGERS: Readonly<Record<Outcome, boolean>> = {
  sent: false,
  none: false,
  'insufficient-credits': false,
  'daily-quota': false,
  destination: true,
  'number-of-service': true,
  'help-reply': true,
  'start-confirmation': true,
  'service-text': true,
  confirmation: true,
  'code-to-number': true,
  'code-to-number-in-service': true,
  'code-to-prefix': true,
  'code-to-country': true,
  'code-from-address': true,
  'code-from-network': true,
  'code-of-form': true,
  'code-entered': true,
  'code-entered-in-prefix': true,
  'limit-report': true,
}

test('the alert CarillonStrangers counts the replies that a limit of strangers withheld', () => {
  const { text } = readPage('docs/operations/alerts.md')
  const [, excluded] = /carillon_keyword_replies_total\{outcome!~"([^"]*)"\}/.exec(text)!
  const matcher = new RegExp(`^(?:${excluded})$`)
  const counted = Object.keys(IS_STRANGERS).map((outcome) => [outcome, !matcher.test(outcome)])
  expect(Object.fromEntries(counted)).toEqual(IS_STRANGERS)
})
