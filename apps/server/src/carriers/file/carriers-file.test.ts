import { describe, expect, test } from '@jest/globals'
import { UserError } from '../../settings/user-error.js'
import { checkCarriers } from './carriers-file.js'
import { parseCarriers } from './carriers-text.js'

const ENV = { TWILIO_TOKEN: 'the: token # of {Twilio}', SMSC_PASSWORD: 'secret' }
const read = (text: string, env: Readonly<Record<string, string>> = ENV) =>
  checkCarriers(parseCarriers(text, 'carriers.yaml', env))
const linesOf = (text: string, env?: Readonly<Record<string, string>>) => {
  try {
    read(text, env)
  } catch (error) {
    if (error instanceof UserError) return error.message.split('\n')
    throw error
  }
  return []
}

const CREDENTIALS =
  'accountId: "1", applicationId: a, clientId: c, clientSecret: s, callbackUser: u, callbackPassword: p, callbackAddresses'
const TWILIO = 'main: { type: twilio, accountSid: AC1, authToken: ${TWILIO_TOKEN} }'
const FILE = `
publicUrl: https://sms.example.com/
carriers:
  ${TWILIO}
  smsc:
    type: smpp
    host: smsc.example.com
    port: 2775
    systemId: us
    password: "\${SMSC_PASSWORD}"
    partsPerSecond: 50
  phones: { type: simulator }
routes:
  - { toPrefix: "+44", via: [smsc, main] }
  - { via: [main] }
`

describe('a file of carriers', () => {
  test('has carriers with their settings, and routes', () => {
    expect(read(FILE)).toEqual({
      publicUrl: 'https://sms.example.com',
      carriers: [
        {
          name: 'main',
          type: 'twilio',
          settings: { accountSid: 'AC1', authToken: 'the: token # of {Twilio}' },
          partsPerSecond: null,
        },
        {
          name: 'smsc',
          type: 'smpp',
          settings: { host: 'smsc.example.com', port: 2775, systemId: 'us', password: 'secret' },
          partsPerSecond: 50,
        },
        { name: 'phones', type: 'simulator', settings: {}, partsPerSecond: null },
      ],
      routes: [
        { toPrefix: '+44', via: ['smsc', 'main'] },
        { toPrefix: null, via: ['main'] },
      ],
    })
  })

  test('needs no routes for a single carrier, and no public URL for a simulator', () => {
    expect(read('carriers: { phones: { type: simulator } }')).toMatchObject({
      publicUrl: null,
      routes: [{ toPrefix: null, via: ['phones'] }],
    })
  })

  test.each([['https://sms.example.com/texts'], ['http://localhost:8080'], ['http://127.0.0.1:8080']])(
    'may have the public URL %s',
    (url) => {
      expect(read(`publicUrl: ${url}\ncarriers: { phones: { type: simulator } }`).publicUrl).toBe(url)
    },
  )

  test.each([
    ['http://LOCALHOST:18310/Base', 'http://localhost:18310/Base'],
    ['HTTPS://SMS.Example.com:443/', 'https://sms.example.com'],
    ['https://sms.example.com/a/../texts//', 'https://sms.example.com/texts'],
    ['https://bücher.example/ä', 'https://xn--bcher-kva.example/%C3%A4'],
  ])('has its public URL %s in normal form, which carriers sign', (url, normal) => {
    expect(read(`publicUrl: ${url}\ncarriers: { phones: { type: simulator } }`).publicUrl).toBe(normal)
  })
})

describe('a fault in a file of carriers is one line with its place:', () => {
  const withUrl = (rest: string) => `publicUrl: https://sms.example.com\n${rest}`
  const twilio = (settings: string) => withUrl(`carriers:\n  main: { type: twilio, accountSid: AC1, ${settings} }`)

  test.each([
    [
      'a secret that is not set',
      FILE,
      {},
      [
        'carriers.yaml:4: the environment variable TWILIO_TOKEN is not set or empty',
        'carriers.yaml:10: the environment variable SMSC_PASSWORD is not set or empty',
      ],
    ],
    [
      'an unknown key',
      withUrl('carrier: {}'),
      ENV,
      [
        'carriers.yaml:2: unknown setting carrier: expected publicUrl, carriers, routes',
        'carriers.yaml:1: carriers must name at least one carrier, got nothing',
      ],
    ],
    [
      'a missing setting',
      withUrl('carriers:\n  main: { type: twilio, accountSid: AC1 }'),
      ENV,
      ['carriers.yaml:3: carriers.main: authToken is missing'],
    ],
    [
      'a setting of another type',
      twilio('authToken: [a-secret]'),
      ENV,
      [
        'carriers.yaml:3: carriers.main: authToken must be a string (put quotes around a number), got a value that is not shown (a list)',
      ],
    ],
    [
      'an unknown type',
      withUrl('carriers:\n  main: { type: twillio }'),
      ENV,
      [
        'carriers.yaml:3: carriers.main.type must be one of twilio, telnyx, sinch, bandwidth, vonage, smpp, http, module, simulator, got "twillio"',
      ],
    ],
    [
      'a number out of range',
      twilio('authToken: x, partsPerSecond: 0'),
      ENV,
      ['carriers.yaml:3: carriers.main: partsPerSecond must be a number from 0.1 to 100000, got 0'],
    ],
    [
      'a name that cannot be in a URL',
      withUrl('carriers:\n  Main/1: { type: simulator }'),
      ENV,
      [
        'carriers.yaml:3: carriers.Main/1: the name must have 1 to 32 lower-case letters, digits and hyphens, and begin with a letter or digit',
      ],
    ],
    [
      'no public URL',
      `carriers:\n  ${TWILIO}`,
      ENV,
      ['carriers.yaml:1: publicUrl is missing: without it, no receipts, texts and opt-outs arrive'],
    ],
    ...[
      'http://sms.example.com',
      'https://sms.example.com?x=1',
      'https://sms.example.com/?',
      'sms.example.com',
      'http://localhost.example.com',
      ' https://sms.example.com',
      'https://sms.example.com/a b',
    ].map((url): [string, string, Readonly<Record<string, string>>, string[]] => [
      `the public URL ${url}`,
      `publicUrl: "${url}"\ncarriers: { phones: { type: simulator } }`,
      ENV,
      [
        `carriers.yaml:1: publicUrl must be an https URL without a query, such as https://sms.example.com (http only for localhost), got "${url}"`,
      ],
    ]),
    [
      'two simulators, which would have the same phones',
      `carriers:\n  phones: { type: simulator }\n  phones2: { type: simulator }\nroutes: [{ via: [phones] }]`,
      ENV,
      ['carriers.yaml:3: only one carrier may have the type simulator, got phones, phones2'],
    ],
    [
      'several carriers without routes',
      withUrl(`carriers:\n  ${TWILIO}\n  phones: { type: simulator }`),
      ENV,
      ['carriers.yaml:1: routes is missing: with several carriers, it says which of main, phones is used'],
    ],
    [
      'a route to a carrier that is not there',
      withUrl(`carriers:\n  ${TWILIO}\nroutes:\n  - { via: [main, backup] }`),
      ENV,
      ['carriers.yaml:5: routes[0].via[1] must be a carrier of this file (main), got "backup"'],
    ],
    [
      'a route that names a carrier twice',
      withUrl(`carriers:\n  ${TWILIO}\nroutes:\n  - { via: [main, main] }`),
      ENV,
      ['carriers.yaml:5: routes[0].via names main twice'],
    ],
    [
      'a route without carriers',
      withUrl(`carriers:\n  ${TWILIO}\nroutes:\n  - { via: [] }`),
      ENV,
      ['carriers.yaml:5: routes[0].via must be a list of carriers of this file (main), got an empty list'],
    ],
    [
      'a prefix without quotes',
      withUrl(`carriers:\n  ${TWILIO}\nroutes:\n  - { toPrefix: +44, via: [main] }`),
      ENV,
      ['carriers.yaml:5: routes[0].toPrefix must be the beginning of a number, between quotes, such as "+44", got 44'],
    ],
    [
      'a route that is never used',
      withUrl(`carriers:\n  ${TWILIO}\nroutes:\n  - { via: [main] }\n  - { toPrefix: "+44", via: [main] }`),
      ENV,
      ['carriers.yaml:6: routes[1] is never used: routes[0] fits every number'],
    ],
    [
      'a syntax error',
      'carriers: { main: { type: ${TYPE} }',
      { TYPE: 'x' },
      [expect.stringMatching(/^carriers\.yaml:1:\d+: .*flow map/i)],
    ],
    [
      'an alias of nothing',
      'carriers: { main: *twilio }',
      ENV,
      ['carriers.yaml:1: no anchor before this alias has the name twilio'],
    ],
    [
      'an alias of what it is a part of',
      'carriers:\n  main: &main\n    type: *main\n',
      ENV,
      ['carriers.yaml:3: the alias main is a part of what it stands for'],
    ],
    [
      'too many aliases',
      `a: &a [${'x, '.repeat(20)}]\nb: &b [${'*a, '.repeat(20)}]\nc: [${'*b, '.repeat(20)}]`,
      ENV,
      ['carriers.yaml: Excessive alias count indicates a resource exhaustion attack'],
    ],
    ['an empty file', '', ENV, ['carriers.yaml:1: the file is empty: expected publicUrl, carriers, routes']],
    [
      'a file of comments',
      '# nothing yet\n',
      ENV,
      ['carriers.yaml:1: the file is empty: expected publicUrl, carriers, routes'],
    ],
    ['a list', '- main', ENV, ['carriers.yaml:1: expected publicUrl, carriers, routes, got a list']],
    [
      'a list with numbers',
      withUrl('carriers:\n  main: { type: bandwidth, callbackAddresses: [10] }').replace(
        'callbackAddresses',
        CREDENTIALS,
      ),
      ENV,
      ['carriers.yaml:3: carriers.main: callbackAddresses must be a list of strings, got a list'],
    ],
    [
      'an identifier of another kind',
      withUrl(
        'carriers:\n  main: { type: twilio, accountSid: SK1, authToken: x, apiKey: AC1, apiSecret: x, messagingServiceSid: "1" }',
      ),
      ENV,
      [
        'carriers.yaml:3: carriers.main: accountSid must be a string that begins with AC, got "SK1"',
        'carriers.yaml:3: carriers.main: apiKey must be a string that begins with SK, got "AC1"',
        'carriers.yaml:3: carriers.main: messagingServiceSid must be a string that begins with MG, got "1"',
      ],
    ],
    [
      'half a connection',
      twilio('authToken: x, connections: 1.5'),
      ENV,
      ['carriers.yaml:3: carriers.main: connections must be a whole number from 1 to 1000, got 1.5'],
    ],
    [
      'what only the adapters can tell, of each carrier',
      withUrl(`carriers:
  tw: { type: twilio, accountSid: AC1, authToken: x, apiKey: SK1 }
  te: { type: telnyx, apiKey: KEY1, publicKey: short }
  bw: { type: bandwidth, accountId: "1", applicationId: a, callbackUser: u, callbackPassword: p }
  bo: { type: bandwidth, ${CREDENTIALS}: [1.2.3.4/33] }
  vo: { type: vonage, apiKey: k, apiSecret: hidden, signatureSecret: s, applicationId: a }
  vp: { type: vonage, apiKey: k, apiSecret: s, signatureSecret: s, applicationId: a, privateKey: hidden }
routes: [{ via: [tw] }]`),
      ENV,
      [
        'carriers.yaml:3: carriers.tw: Twilio: got only one of apiKey and apiSecret, expected both or neither',
        'carriers.yaml:4: carriers.te: publicKey is no Ed25519 key: expected 32 bytes in base64',
        expect.stringMatching(/^carriers\.yaml:5: carriers\.bw: Bandwidth: /),
        'carriers.yaml:6: carriers.bo: Bandwidth: got "1.2.3.4/33" in callbackAddresses, expected an address or a CIDR range',
        'carriers.yaml:7: carriers.vo: Vonage: got only one of applicationId and privateKey, expected both or neither',
        'carriers.yaml:8: carriers.vp: Vonage: privateKey cannot be read, expected an RSA key in PEM',
      ],
    ],
  ])('%s', (_, text, env, lines) => {
    expect(linesOf(text, env)).toEqual(lines)
  })

  test.each([
    ['authToken: { a: hidden }', 'a value that is not shown (an object with a)'],
    ['authToken: 123456', 'a value that is not shown (a number)'],
    ['authTokn: ${TWILIO_TOKEN}', 'unknown setting authTokn'],
    ['baseUrl: ${TWILIO_TOKEN}', 'got "${TWILIO_TOKEN}"'],
    ['baseUrl: { authToken: hidden }', 'got an object with authToken'],
    ['connections: [hidden]', 'got a list'],
    ['partsPerSecond: "x${TWILIO_TOKEN}y"', 'got "x${TWILIO_TOKEN}y"'],
    ['${TWILIO_TOKEN}: x', 'unknown setting ${TWILIO_TOKEN}'],
  ])('a secret is never in it: %s', (settings, expected) => {
    expectHidden(twilio(settings), expected)
  })

  test.each([
    [`carriers: [{ ${TWILIO} }]`, 'got a list'],
    ['carriers: ${TWILIO_TOKEN}', 'got "${TWILIO_TOKEN}"'],
    [`carriers:\n  ${TWILIO}\nroutes: { ${TWILIO} }`, 'got an object with main'],
    [`carriers:\n  ${TWILIO}\nroutes: [[{ ${TWILIO} }]]`, 'got a list'],
    [`carriers:\n  ${TWILIO}\nroutes: [{ toPrefix: { ${TWILIO} }, via: [main] }]`, 'got an object with main'],
    [`carriers:\n  ${TWILIO}\nroutes: [{ via: { ${TWILIO} } }]`, 'got an object with main'],
    [`carriers:\n  ${TWILIO}\nroutes: [{ via: [main, { ${TWILIO} }] }]`, 'got an object with main'],
    ['carriers: { main: [{ type: twilio, authToken: ${TWILIO_TOKEN} }] }', 'got a list'],
    ['carriers: { main: { type: { authToken: ${TWILIO_TOKEN} } } }', 'got an object with authToken'],
  ])('a secret is never in it, wherever it stands: %s', (rest, expected) => {
    expectHidden(withUrl(rest), expected)
  })

  test('a secret is never in it, even if the whole file is a list', () => {
    expectHidden(`- { ${TWILIO} }`, 'got a list')
    expectHidden(`publicUrl: { ${TWILIO} }\ncarriers: { phones: { type: simulator } }`, 'got an object with main')
  })

  function expectHidden(text: string, expected: string) {
    const lines = linesOf(text).join('\n')
    expect(lines).toContain(expected)
    expect(lines).not.toMatch(/hidden|123456|of \{Twilio\}/)
  }
})
