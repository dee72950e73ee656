import { describe, expect, test } from '@jest/globals'
import type { GatewayDescription } from './description.js'
import { testDescription } from './testing/test-descriptions.js'
import { faultsOfGateway, warningsOfGateway } from './gateway-faults.js'

const RIGHT = {
  submit: {
    url: 'https://gateway.example.com/send',
    contentType: 'application/json',
    body: { to: '{{to}}', text: '{{text}}' },
    answers: [{ when: { status: 202 }, outcome: 'taken' }],
  },
}

function withSubmit(change: object): unknown {
  return { ...RIGHT, submit: { ...RIGHT.submit, ...change } }
}

const RECEIPTS = {
  check: { kind: 'basic', username: 'gateway', password: 'secret' },
  id: { query: 'id' },
  status: { query: 'status' },
  statuses: { ok: 'delivered' },
}

describe('a description', () => {
  test.each(['form', 'json', 'query', 'xml'] as const)('of the test gateway with %s has no faults', (form) => {
    expect(faultsOfGateway(testDescription(form, 'http://127.0.0.1:1'))).toEqual([])
  })

  test.each<[unknown, string]>([
    [null, 'got nothing, expected the fields connections, deduplicates'],
    [[], 'got a list, expected the fields'],
    [{}, 'submit: got nothing, but it is required'],
    [{ ...RIGHT, retries: 3 }, 'retries: got an unknown name, expected one of connections'],
    [{ ...RIGHT, connections: 0 }, 'connections: got 0, expected a whole number from 1 to 1000'],
    [{ ...RIGHT, deduplicates: 'yes' }, 'deduplicates: got "yes", expected true or false'],
    [withSubmit({ methud: 'GET' }), 'submit.methud: got an unknown name, expected one of method'],
    [withSubmit({ method: 'get' }), 'submit.method: got "get", expected one of GET, POST, PUT'],
    [withSubmit({ method: 'GET' }), 'submit.body: got a body, expected none with the method GET'],
    [withSubmit({ url: 'ftp://x' }), 'submit.url: got "ftp://x", expected a URL of http or https'],
    [withSubmit({ url: 'https://{{to}}.example.com' }), 'submit.url: got "https://{{to}}.example.com", expected a URL'],
    [withSubmit({ url: 'https://me:pass@example.com' }), 'submit.url: got a user, expected a URL'],
    [withSubmit({ url: 'https://example.com/{{too}}' }), 'submit.url: got "{{too}}", expected one of {{to}}'],
    [withSubmit({ query: { a: ['x'] } }), 'submit.query.a: got a list, expected a text'],
    [withSubmit({ query: { a: '{{to' } }), 'submit.query.a: got "{{to", expected placeholders such as {{to}}'],
    [withSubmit({ headers: { 'a b': 'x' } }), 'submit.headers.a b: got this name, expected the name of a header'],
    [withSubmit({ headers: { a: 'x\r\ny: z' } }), 'submit.headers.a: got a character that no header can contain'],
    [withSubmit({ headers: { a: 'x\n' } }), 'submit.headers.a: got a character that no header can contain'],
    [withSubmit({ headers: { a: 'schlüssel' } }), 'submit.headers.a: got a character that no header can contain'],
    [withSubmit({ headers: { Connection: 'close' } }), 'submit.headers.Connection: got this name, expected another'],
    [withSubmit({ url: 'https://example.com/ä' }), 'submit.url: got "https://example.com/ä", expected a URL of http'],
    [withSubmit({ headers: { a: '{{text}}' } }), 'submit.headers.a: got "{{text}}", expected one of'],
    [withSubmit({ contentType: undefined }), 'submit.contentType: got nothing, but the body needs it'],
    [withSubmit({ contentType: 'image/png' }), 'submit.contentType: got "image/png", expected application/x-www'],
    [withSubmit({ contentType: 'text/xml; charset=latin1' }), 'submit.contentType: got "text/xml; charset=latin1"'],
    [withSubmit({ contentType: 'text/xml' }), 'submit.body: got names with values, expected a text'],
    [withSubmit({ body: '{"to": {{to}}, "text": {{text}} ' }), 'submit.body: got a text that is no JSON'],
    [withSubmit({ body: '{"to":"{{to}}","text":{{text}}}' }), 'submit.body: got a text that is no JSON'],
    [withSubmit({ body: { to: '{{to}}' } }), 'submit: got no {{text}} and no {{text_hex}}'],
    [withSubmit({ body: { text: '{{text}}' } }), 'submit: got no {{to}} and no {{to_digits}}'],
    [withSubmit({ body: { a: ['{{x}}'] } }), 'submit.body.a[0]: got "{{x}}", expected one of {{to}}'],
    [withSubmit({ answers: [] }), 'submit.answers: got a list, expected a list with at least one entry'],
    [withSubmit({ answers: [{ when: {}, outcome: 'taken' }] }), 'submit.answers[0].when: got no condition'],
    [
      withSubmit({ answers: [{ when: { status: 299, is: 'x' }, outcome: 'taken' }] }),
      'submit.answers[0].when.path: got nothing, but "is" needs the path of a value',
    ],
    [
      withSubmit({ answers: [{ when: { status: 'ok' }, outcome: 'taken' }] }),
      'submit.answers[0].when.status: got "ok", expected a status such as 202 or "2xx"',
    ],
    [
      withSubmit({ answers: [{ when: { pattern: '(a' }, outcome: 'taken' }] }),
      'submit.answers[0].when.pattern: got "(a", expected a regular expression of RE2',
    ],
    [
      withSubmit({ answers: [{ when: { pattern: 'a(?!b)' }, outcome: 'taken' }] }),
      'without look-arounds and back-references',
    ],
    [
      withSubmit({ answers: [{ when: { path: 'a.b' }, outcome: 'taken' }] }),
      'submit.answers[0].when.path: got "a.b", expected a JSON path',
    ],
    [
      withSubmit({ answers: [{ when: { status: 202 }, outcome: 'never-seen' }] }),
      'submit.answers[0].outcome: got "never-seen", expected one of taken',
    ],
    [
      withSubmit({ answers: [{ when: { status: 202 }, outcome: 'taken', id: { query: 'id' } }] }),
      'submit.answers[0].id.query: got an unknown name',
    ],
    [
      withSubmit({ answers: [{ when: { status: 400 }, outcome: 'refused' }] }),
      'submit.answers: got no rule with the outcome taken',
    ],
    [{ ...RIGHT, deduplicates: true }, 'deduplicates: got true, expected a submission with {{reference}}'],
    [{ ...RIGHT, canBeAsked: true }, 'canBeAsked: got true, expected a request described in ask'],
    [
      { ...RIGHT, ask: { url: 'https://example.com', answers: RIGHT.submit.answers } },
      'ask: got a request, expected canBeAsked: true with it',
    ],
    [
      { ...RIGHT, ask: { url: 'https://example.com/{{to}}', answers: RIGHT.submit.answers } },
      'ask.url: got "{{to}}", expected one of {{reference}}',
    ],
    [{ ...RIGHT, receipts: { ...RECEIPTS, check: {} } }, 'receipts.check.kind: got nothing, expected one of secret-in'],
    [
      { ...RIGHT, receipts: { ...RECEIPTS, check: { kind: 'secret-in-path', secret: 'short' } } },
      'receipts.check.secret: got 5 characters, expected a secret of at least 16 letters',
    ],
    [
      { ...RIGHT, receipts: { ...RECEIPTS, statuses: { ok: 'done' } } },
      'receipts.statuses.ok: got "done", expected one of delivered, pending',
    ],
    [{ ...RIGHT, receipts: { ...RECEIPTS, id: {} } }, 'receipts.id: got no place, expected one of query, form, path'],
    [
      { ...RIGHT, receipts: { ...RECEIPTS, id: { query: 'a', form: 'b' } } },
      'receipts.id: got query and form, expected one of them',
    ],
    [{ ...RIGHT, receipts: { ...RECEIPTS, id: undefined } }, 'receipts: got neither reference nor id'],
    [
      { ...RIGHT, receipts: { ...RECEIPTS, reference: { query: 'ref' } } },
      'receipts.reference: got a reference that the gateway never gets',
    ],
    [
      { ...RIGHT, receipts: { ...RECEIPTS, query: 'a=b c' } },
      'receipts.query: got "a=b c", expected the parameters of a URL',
    ],
    [
      {
        ...RIGHT,
        receipts: { ...RECEIPTS, check: { kind: 'hmac', secret: 'x', algorithm: 'sha256', header: 'x', signs: 'x' } },
      },
      'check.signs: got neither {{body}} nor {{url}}',
    ],
    [
      {
        ...RIGHT,
        receipts: {
          ...RECEIPTS,
          check: { kind: 'hmac', secret: 'x', algorithm: 'sha256', header: 'x', timestamp: { header: 't' } },
        },
      },
      'check: expected {{timestamp}} in signs and timestamp.header together',
    ],
  ])('like %j has the fault: %s', (description, fault) => {
    const faults = faultsOfGateway(description)
    expect(faults.some((line) => line.includes(fault))).toBe(true)
    for (const line of faults) expect(line).not.toContain('\n')
  })

  test('may have placeholders for numbers without quotes', () => {
    const body = '{"to":{{to_digits}},"text":"{{text}}","parts":{{parts}},"coding":{{encoding}}}'
    expect(faultsOfGateway(withSubmit({ body }))).toEqual([])
  })

  test('with several faults has a line for each', () => {
    expect(faultsOfGateway({ submit: { ...RIGHT.submit, url: 1 }, connections: 'x', y: 2 })).toHaveLength(3)
  })

  test('never shows a secret in a fault', () => {
    const secret = 'hunter2 hunter2'
    const check = { kind: 'secret-in-query', name: 'x y', secret }
    const faults = faultsOfGateway({
      ...RIGHT,
      submit: { ...RIGHT.submit, query: { password: `${secret} {{x` }, basic: { username: 'x', password: 5 } },
      receipts: { ...RECEIPTS, check },
    })
    expect(faults.length).toBeGreaterThan(2)
    expect(faults.join('\n')).not.toContain('hunter2')
  })
})

describe('the warnings about a description', () => {
  test('name what the operator promises', () => {
    const warnings = warningsOfGateway(testDescription('json', 'http://127.0.0.1:1')).join('\n')
    expect(warnings).toContain('deduplicates: if an answer is lost, Carillon submits the text again')
    expect(warnings).toContain('canBeAsked: if the gateway says that it has never seen a reference')
  })

  test('name what is missing', () => {
    const warnings = warningsOfGateway(RIGHT as GatewayDescription).join('\n')
    expect(warnings).toContain('receipts: not described')
    expect(warnings).not.toContain('deduplicates')
  })

  test('say how long two equal texts count as one', () => {
    const { id: _, ...inbound } = testDescription('form', 'http://127.0.0.1:1').inbound!
    const without = (change: object) =>
      warningsOfGateway({ ...RIGHT, inbound: { ...inbound, ...change } } as GatewayDescription).join('\n')
    expect(without({})).toContain('the same text that comes again within five minutes counts as one text')
    expect(without({ at: { form: 'date' } })).toContain('the same text with the same time')
  })

  test('name what others could read', () => {
    const warnings = warningsOfGateway(testDescription('xml', 'http://gateway.example.com')).join('\n')
    expect(warnings).toContain('the secret is a part of the URL')
    expect(warnings).toContain('http without TLS')
  })
})
