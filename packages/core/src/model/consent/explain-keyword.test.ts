import { expect, test } from '@jest/globals'
import { explainKeyword } from './explain-keyword.js'
import { keywordOf } from './keyword.js'
import { resemblesStop } from './resembles-stop.js'
import { STOP_EXAMPLES } from './stop-examples.js'

test('a way to say stop is explained by its kind and by its words', () => {
  expect(explainKeyword('Hello. Please STOP texting me!! 🙏')).toEqual({
    keyword: 'stop',
    matchedBy: 'A request to stop the texts: "stop texting me"',
    normalized: 'hello, please stop texting me',
    resemblesStop: false,
  })
  expect(explainKeyword('ARRÊT').matchedBy).toBe('In French: "arret"')
})

test('another keyword is explained as the whole text', () => {
  const matchedBy = 'The whole text is a keyword: "help"'
  expect(explainKeyword('Help?')).toEqual({ keyword: 'help', matchedBy, normalized: 'help', resemblesStop: false })
  expect(explainKeyword('y')).toMatchObject({ keyword: 'yes' })
  expect(explainKeyword('Unstop')).toMatchObject({ keyword: 'start' })
})

test('a text that no rule matches has no rule, and may resemble a stop', () => {
  const nothing = { keyword: null, matchedBy: null }
  expect(explainKeyword("Don't stop")).toEqual({ ...nothing, normalized: 'dont stop', resemblesStop: false })
  expect(explainKeyword('stop it')).toEqual({ ...nothing, normalized: 'stop it', resemblesStop: true })
})

test('an explanation says what a text does', () => {
  const { taken, notTaken, possible } = STOP_EXAMPLES
  for (const text of [...Object.values(taken), ...Object.values(notTaken), possible].flat()) {
    expect(explainKeyword(text)).toMatchObject({ keyword: keywordOf(text), resemblesStop: resemblesStop(text) })
  }
})
