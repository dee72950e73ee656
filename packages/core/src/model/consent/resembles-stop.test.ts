import { expect, test } from '@jest/globals'
import { keywordOf } from './keyword.js'
import { resemblesStop } from './resembles-stop.js'
import { STOP_EXAMPLES } from './stop-examples.js'

const { taken, notTaken, possible } = STOP_EXAMPLES

test('a text that may ask to opt out, and is not taken as STOP, resembles a stop', () => {
  for (const text of possible) expect([text, keywordOf(text), resemblesStop(text)]).toEqual([text, null, true])
})

test('a text that is taken as STOP, or is another keyword, does not resemble a stop', () => {
  for (const text of [...Object.values(taken).flat(), 'YES', 'HELP', 'UNSTOP']) expect(resemblesStop(text)).toBe(false)
})

test.each(['A place, or a thing', 'To visit', 'End', 'Cancel'] as const)(
  'a harmless text does not resemble a stop: %s',
  (group) => {
    for (const text of notTaken[group]) expect([text, resemblesStop(text)]).toEqual([text, false])
  },
)

test('a negated stop does not resemble a stop, unless the text asks again', () => {
  for (const text of ["don't stop texting me", 'never stop', "I can't stop laughing", 'please do not remove me'])
    expect([text, resemblesStop(text)]).toEqual([text, false])
  expect(resemblesStop("You can't stop, can you? Then I say it again: remove me from everything")).toBe(true)
})

test('ordinary texts do not resemble a stop', () => {
  for (const text of [
    '',
    '!!!',
    '👍',
    'See you at 5',
    'Thanks, got it',
    'no',
    'what time do you open',
    'remove the onions',
  ])
    expect([text, resemblesStop(text)]).toEqual([text, false])
})

test('a stop is found anywhere in a long text', () => {
  expect(resemblesStop(`${'x '.repeat(100_000)}stop texting me`)).toBe(true)
  expect(resemblesStop('x '.repeat(100_000))).toBe(false)
})
