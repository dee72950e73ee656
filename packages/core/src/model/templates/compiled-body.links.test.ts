import { aContact } from '@carillon/contracts'
import { describe, expect, test } from '@jest/globals'
import { compileBody, linksIn, rendererOf } from './compiled-body.js'

const SALE = 'go.acme.com/sale'
const ANN = aContact({ account: 'acc_1', firstName: 'Ann' })
const SURROUNDINGS = { fields: [], today: '2026-03-01' }

function render(body: string, { contact = ANN }: { contact?: typeof ANN | null } = {}) {
  const compiled = compileBody(body, { links: new Set([SALE]) })
  return rendererOf(compiled, SURROUNDINGS)({ contact, urlOf: (link) => `https://${link}/Ab3` }).text
}

describe('trackingLink:', () => {
  test.each([`{{trackingLink "${SALE}"}}`, `{{trackingLink '${SALE}'}}`, `{{ trackingLink\t"${SALE}" }}`])(
    'a tag becomes the URL of the registered link: %j',
    (tag) => {
      expect(render(`Look: ${tag}.`)).toBe('Look: https://go.acme.com/sale/Ab3.')
      expect(render(tag, { contact: null })).toBe('https://go.acme.com/sale/Ab3')
    },
  )

  test.each([
    'https://go.acme.com/sale',
    '/go.acme.com/sale',
    'go.acme.com/sale/',
    'go.acme.com/sale?a=1',
    'go.acme.com/sale#a',
    ' go.acme.com/sale',
    'go.acme.com/sale ',
    'GO.acme.com/sale',
    'go.acme.com/other',
    '',
    ' ',
    'a\nb',
    '{{',
    '}}',
    "it's",
  ])('a tag is replaced by its raw argument when no registered link matches the argument exactly: %j', (argument) => {
    expect(render(`Look: {{trackingLink "${argument}"}}.`)).toBe(`Look: ${argument}.`)
  })

  test('tracking links are resolved before variables, and both can appear in one body', () => {
    const body = `{{contact_first_name}}: {{trackingLink "${SALE}"}} until {{dateOffset "1d"}}`
    expect(render(body)).toBe('Ann: https://go.acme.com/sale/Ab3 until 03/02/2026')
  })

  test('variables in an argument that matches no link are filled in', () => {
    expect(render('{{trackingLink "{{contact_first_name}}"}}')).toBe('Ann')
    expect(render('{{contact_{{trackingLink "first_name"}}}}')).toBe('Ann')
    expect(render(`{{dateOffset '{{trackingLink "7d"}}'}}`)).toBe('03/08/2026')
  })

  test('a trackingLink tag inside an argument that matches no link is not resolved', () => {
    const inner = `{{trackingLink '${SALE}'}}`
    expect(render(`{{trackingLink "${inner}"}}`)).toBe(inner)
  })

  test('variables in a URL are never filled in', () => {
    const link = 'contact_first_name'
    const compiled = compileBody(`{{{{trackingLink "${link}"}}}} {{trackingLink "${link}"}}`, {
      links: new Set([link]),
    })
    const fill = rendererOf(compiled, SURROUNDINGS)
    expect(fill({ contact: ANN, urlOf: () => link }).text).toBe(`{{${link}}} ${link}`)
    expect(fill({ contact: ANN, urlOf: () => '{{contact_first_name}}$&' }).text).toBe(
      '{{{{contact_first_name}}$&}} {{contact_first_name}}$&',
    )
  })

  test('the link arguments of a body are listed without duplicates before compiling', () => {
    expect(
      linksIn(`{{trackingLink "b"}} {{trackingLink 'a'}} {{trackingLink "b"}} {{trackingLink "{{x"}} {{y}}`),
    ).toEqual(['b', 'a', '{{x'])
    expect(linksIn('no link')).toEqual([])
  })
})

test('one compiled body is rendered for many recipients, with the values of each', () => {
  const compiled = compileBody('{{contact_first_name}} {{trackingLink "a.com/b"}}', { links: new Set(['a.com/b']) })
  const fill = rendererOf(compiled, { fields: [], today: '2026-03-01' })
  const texts = ['Ann', 'Bob'].map(
    (firstName) =>
      fill({ contact: aContact({ account: 'acc_1', firstName }), urlOf: (link) => `https://${link}/${firstName}` })
        .text,
  )
  expect(texts).toEqual(['Ann https://a.com/b/Ann', 'Bob https://a.com/b/Bob'])
})
