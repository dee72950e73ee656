import { aFullContact } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { compileBody, linksIn, rendererOf } from './compiled-body.js'

const SALE = 'go.acme.com/sale'
const ANN = aFullContact({ account: 'acc_1' })

function render(
  body: string,
  { contact = ANN, today = '2026-03-01' }: { contact?: typeof ANN | null; today?: string } = {},
) {
  const compiled = compileBody(body, { links: new Set([SALE]) })
  return rendererOf(compiled, { fields: [], today })({ contact, urlOf: (link) => `https://${link}/Ab3` }).text
}

const MALFORMED_HELPERS = [
  '{{dateOffset}}',
  '{{dateOffset 7d}}',
  '{{dateOffset"7d"}}',
  '{{dateOffset " 7d"}}',
  '{{dateOffset "7d "}}',
  '{{dateOffset "7 d"}}',
  '{{dateOffset "7"}}',
  '{{dateOffset "d"}}',
  '{{dateOffset ""}}',
  '{{dateOffset "7D"}}',
  '{{dateOffset "7h"}}',
  '{{dateOffset "-7d"}}',
  '{{dateOffset "+7d"}}',
  '{{dateOffset "1.5d"}}',
  '{{dateOffset "10000d"}}',
  '{{dateOffset "７d"}}',
  '{{dateOffset "7d" "8d"}}',
  '{{dateOffset "7d\'}}',
  '{{dateOffset \'7d"}}',
  '{{dateOffset “7d”}}',
  '{{DateOffset "7d"}}',
  '{{dateoffset "7d"}}',
  '{{trackingLink}}',
  `{{trackingLink ${SALE}}}`,
  `{{trackingLink"${SALE}"}}`,
  `{{trackingLink "${SALE}'}}`,
  `{{trackingLink "${SALE}" "x"}}`,
  `{{TrackingLink "${SALE}"}}`,
  `{{trackinglink "${SALE}"}}`,
  `{{trackingLink “${SALE}”}}`,
  `{{trackingLink "${SALE}"}`,
] as const

describe('dateOffset', () => {
  test.each([
    ['{{dateOffset "7d"}}', '03/08/2026'],
    ["{{dateOffset '2w'}}", '03/15/2026'],
    ['{{dateOffset "1m"}}', '04/01/2026'],
    ['{{dateOffset "1y"}}', '03/01/2027'],
    ['{{dateOffset "0d"}}', '03/01/2026'],
    ['{{dateOffset "9999y"}}', '03/01/12025'],
    ['{{ dateOffset   "7d" }}', '03/08/2026'],
    ['{{dateOffset\n"7d"}}', '03/08/2026'],
  ])('is today plus N units: %j is %s', (tag, expected) => {
    expect(render(tag)).toBe(expected)
    expect(render(tag, { contact: null })).toBe(expected)
  })

  test('in months or years is clamped to the last day of the month', () => {
    expect(render('{{dateOffset "1y"}}', { today: '2024-02-29' })).toBe('02/28/2025')
    expect(render('{{dateOffset "1m"}}', { today: '2026-01-31' })).toBe('02/28/2026')
  })
})

test.each(MALFORMED_HELPERS)('a malformed helper is left unchanged: %s', (tag) => {
  expect(render(tag)).toBe(tag)
  expect(render(`{{contact_first_name}} ${tag} {{contact_last_name}}`)).toBe(`Ann ${tag} Lee`)
  expect(linksIn(tag)).toEqual([])
})
