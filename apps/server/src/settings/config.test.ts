import { describe, expect, test } from '@jest/globals'
import { readClientConfig, readDataConfig, readServerConfig } from './config.js'

test('without any setting the server accepts only local requests, and uses the embedded database', () => {
  expect(readServerConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    databaseUrl: null,
    nodeUrls: [],
    dataDir: './.carillon',
    logLevel: 'info',
    adminToken: null,
    secret: null,
    docsUrl: null,
    metricsPort: null,
    trustProxy: 0,
    tls: null,
    workers: 1,
    hasDemo: true,
    isSimulatorOpen: true,
    simHosts: [],
    webhooksAllowPrivate: false,
    provider: null,
    carriers: null,
    oidc: null,
  })
})

test('every setting is read', () => {
  const env = {
    PORT: '0',
    HOST: '::',
    DATABASE_URL: 'postgres://me:pass@db/carillon',
    CARILLON_DATA_DIR: '/data',
    CARILLON_LOG_LEVEL: 'silent',
    CARILLON_ADMIN_TOKEN: 'let-me-in-please',
    CARILLON_SECRET: '0123456789abcdef',
    CARILLON_DOCS_URL: 'https://docs.acme.com/',
    CARILLON_METRICS_PORT: '9464',
    CARILLON_TRUST_PROXY: 'loopback, 10.0.0.0/8',
    CARILLON_TLS_CERT: '/tls/cert.pem',
    CARILLON_TLS_KEY: '/tls/key.pem',
    CARILLON_DEMO: '0',
    CARILLON_SIM: '1',
    CARILLON_SIM_HOSTS: 'mybox, phones.acme.com',
    CARILLON_WEBHOOKS_ALLOW_PRIVATE: '1',
    CARILLON_WORKERS: '4',
  }
  expect(readServerConfig(env)).toEqual({
    port: 0,
    host: '::',
    databaseUrl: 'postgres://me:pass@db/carillon',
    nodeUrls: [],
    dataDir: '/data',
    logLevel: 'silent',
    adminToken: 'let-me-in-please',
    secret: '0123456789abcdef',
    docsUrl: 'https://docs.acme.com',
    metricsPort: 9464,
    trustProxy: 'loopback, 10.0.0.0/8',
    tls: { certFile: '/tls/cert.pem', keyFile: '/tls/key.pem' },
    workers: 4,
    hasDemo: false,
    isSimulatorOpen: true,
    simHosts: ['mybox', 'phones.acme.com'],
    webhooksAllowPrivate: true,
    provider: null,
    carriers: null,
    oidc: null,
  })
})

test.each([
  [{}, true],
  [{ CARILLON_DEMO: '0' }, false],
  [{ CARILLON_PROVIDER: './mine.js' }, false],
  [{ CARILLON_CARRIERS: './carriers.yaml', CARILLON_DEMO: '1' }, false],
])('with %j, there is a demo account: %s', (env, hasDemo) => {
  expect(readServerConfig(env)).toMatchObject({ hasDemo })
})

test('an OpenID Connect issuer is read with its client, by its host name unless it is named', () => {
  const env = {
    CARILLON_OIDC_ISSUER: 'https://id.acme.com/realm/',
    CARILLON_OIDC_CLIENT_ID: 'carillon',
    CARILLON_OIDC_CLIENT_SECRET: 'a-client-secret',
  }
  const oidc = { issuer: 'https://id.acme.com/realm/', clientId: 'carillon', clientSecret: 'a-client-secret' }
  expect(readServerConfig(env).oidc).toEqual({ ...oidc, name: 'id.acme.com' })
  expect(readServerConfig({ ...env, CARILLON_OIDC_NAME: 'Acme ID' }).oidc).toEqual({ ...oidc, name: 'Acme ID' })
  for (const missing of ['CARILLON_OIDC_ISSUER', 'CARILLON_OIDC_CLIENT_ID', 'CARILLON_OIDC_CLIENT_SECRET']) {
    expect(() => readServerConfig({ ...env, [missing]: '' })).toThrow('belong together')
  }
})

test.each(['http://id.acme.com', 'id.acme.com', 'https://id.acme.com/?a=b', 'https://me:pass@id.acme.com'])(
  'an issuer without HTTPS, or with more than a path, is refused: %s',
  (CARILLON_OIDC_ISSUER) => {
    expect(() => readServerConfig({ CARILLON_OIDC_ISSUER })).toThrow(
      'must be the https:// URL of an OpenID Connect issuer',
    )
  },
)

test('an issuer on this machine may use plain HTTP', () => {
  const env = { CARILLON_OIDC_CLIENT_ID: 'c', CARILLON_OIDC_CLIENT_SECRET: 's' }
  for (const CARILLON_OIDC_ISSUER of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000']) {
    expect(readServerConfig({ ...env, CARILLON_OIDC_ISSUER }).oidc).toMatchObject({ issuer: CARILLON_OIDC_ISSUER })
  }
})

test('the simulator follows CARILLON_SIM, which defaults to on only for a local HOST', () => {
  const isOpen = (HOST: string, CARILLON_SIM?: string) => readServerConfig({ HOST, CARILLON_SIM }).isSimulatorOpen
  for (const host of ['127.0.0.1', '127.1.2.3', '::1', 'localhost']) expect(isOpen(host)).toBe(true)
  for (const host of ['0.0.0.0', '::', '10.0.0.1', '127.example.com', 'localhost.example.com']) {
    expect(isOpen(host)).toBe(false)
    expect(isOpen(host, '1')).toBe(true)
  }
  expect(isOpen('127.0.0.1', '0')).toBe(false)
})

test('a HOST that is a name is also a name of the simulator, before those of CARILLON_SIM_HOSTS', () => {
  expect(readServerConfig({ HOST: 'mybox', CARILLON_SIM_HOSTS: 'mybox.local' }).simHosts).toEqual([
    'mybox',
    'mybox.local',
  ])
})

test('with a custom provider there is no simulator, even if it is enabled', () => {
  const { provider, isSimulatorOpen } = readServerConfig({ CARILLON_PROVIDER: './mine.js', CARILLON_SIM: '1' })
  expect({ provider, isSimulatorOpen }).toEqual({ provider: './mine.js', isSimulatorOpen: false })
})

test('a file of carriers may have simulated phones, and excludes a module', () => {
  const { carriers, isSimulatorOpen } = readServerConfig({ CARILLON_CARRIERS: './carriers.yaml' })
  expect({ carriers, isSimulatorOpen }).toEqual({ carriers: './carriers.yaml', isSimulatorOpen: true })
  expect(() => readServerConfig({ CARILLON_CARRIERS: './carriers.yaml', CARILLON_PROVIDER: './mine.js' })).toThrow(
    'CARILLON_PROVIDER and CARILLON_CARRIERS are both set: expected one of them',
  )
})

test('an empty setting counts as absent', () => {
  expect(readServerConfig({ PORT: '', DATABASE_URL: '', CARILLON_SECRET: '' })).toEqual(readServerConfig({}))
})

test('proxies are given by their number, or by their addresses', () => {
  expect(readServerConfig({ CARILLON_TRUST_PROXY: '2' }).trustProxy).toBe(2)
  expect(readServerConfig({ CARILLON_TRUST_PROXY: 'fd00::/8' }).trustProxy).toBe('fd00::/8')
})

describe('the error for an invalid setting names the setting, the expected value and the given value:', () => {
  const cases: [name: string, value: string, fault: string][] = [
    ['PORT', '80a', 'PORT must be a port number from 0 to 65535, got "80a"'],
    ['PORT', '65536', 'PORT must be a port number from 0 to 65535, got "65536"'],
    ['CARILLON_METRICS_PORT', 'on', 'CARILLON_METRICS_PORT must be a port number from 0 to 65535, got "on"'],
    ['CARILLON_WORKERS', '9', 'CARILLON_WORKERS must be a whole number from 0 to 8, got "9"'],
    ['CARILLON_WORKERS', 'two', 'CARILLON_WORKERS must be a whole number from 0 to 8, got "two"'],
    ['CARILLON_SIM', 'yes', 'CARILLON_SIM must be 1 for on or 0 for off, got "yes"'],
    [
      'CARILLON_SIM_HOSTS',
      'mybox:3000',
      'CARILLON_SIM_HOSTS must be host names without ports, separated by commas, such as mybox,mybox.local, got "mybox:3000"',
    ],
    [
      'CARILLON_WEBHOOKS_ALLOW_PRIVATE',
      'on',
      'CARILLON_WEBHOOKS_ALLOW_PRIVATE must be 1 for on or 0 for off, got "on"',
    ],
    ['PORT', '-1', 'PORT must be a port number from 0 to 65535, got "-1"'],
    [
      'HOST',
      'my host',
      'HOST must be an address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0, got "my host"',
    ],
    ['CARILLON_DOCS_URL', 'docs', 'CARILLON_DOCS_URL must be a URL that begins with http:// or https://, got "docs"'],
    [
      'CARILLON_LOG_LEVEL',
      'loud',
      'CARILLON_LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent, got "loud"',
    ],
    [
      'CARILLON_TRUST_PROXY',
      'true',
      'CARILLON_TRUST_PROXY must be the number of reverse proxies, or their addresses, such as 1 or 10.0.0.0/8,loopback, got "true"',
    ],
  ]
  test.each(cases)('%s=%s', (name, value, fault) => {
    expect(() => readServerConfig({ [name]: value })).toThrow(new Error(fault))
  })

  test('CARILLON_TRUST_PROXY=10.0.0.0/33, whose prefix is too long', () => {
    expect(() => readServerConfig({ CARILLON_TRUST_PROXY: '10.0.0.0/33' })).toThrow('got "10.0.0.0/33"')
  })
})

test('a certificate needs its key, and a key its certificate', () => {
  const both = 'HTTPS needs both'
  expect(() => readServerConfig({ CARILLON_TLS_CERT: 'cert.pem' })).toThrow(
    new Error(`CARILLON_TLS_CERT is set without CARILLON_TLS_KEY: ${both}`),
  )
  expect(() => readServerConfig({ CARILLON_TLS_KEY: 'key.pem', CARILLON_TLS_CERT: '' })).toThrow(
    new Error(`CARILLON_TLS_KEY is set without CARILLON_TLS_CERT: ${both}`),
  )
})

test('the error for an invalid secret does not contain the secret', () => {
  for (const [name, value] of [
    ['CARILLON_SECRET', 'hunter2'],
    ['DATABASE_URL', 'mysql://root:hunter2@db'],
  ] as const) {
    const read = () => readServerConfig({ [name]: value })
    expect(read).toThrow(new RegExp(`^${name} must be .*; the value received is not shown$`))
    expect(read).not.toThrow('hunter')
  }
  expect(() => readClientConfig({ CARILLON_ADMIN_TOKEN: 'hunter 2' })).toThrow(/; the value received is not shown$/)
})

test('the admin token of a server has at least 16 characters, and the error tells how many it has', () => {
  const expected = 'CARILLON_ADMIN_TOKEN must have 16 to 500 characters from ! to ~, without spaces'
  for (const value of ['hunter2', 'hunter2-hunter2', 'hunter2 and hunter3']) {
    expect(() => readServerConfig({ CARILLON_ADMIN_TOKEN: value })).toThrow(
      new Error(`${expected}; got ${value.length} characters, which are not shown`),
    )
  }
  expect(readServerConfig({ CARILLON_ADMIN_TOKEN: 'x'.repeat(16) }).adminToken).toBe('x'.repeat(16))
})

test('all invalid settings are reported together, one on each line', () => {
  const read = () => readServerConfig({ PORT: 'x', CARILLON_SECRET: 'short', CARILLON_LOG_LEVEL: 'loud' })
  expect(
    linesOf(read)
      .map((line) => line.split(' ')[0])
      .sort(),
  ).toEqual(['CARILLON_LOG_LEVEL', 'CARILLON_SECRET', 'PORT'])
})

test('a command reads only the settings that it needs', () => {
  expect(readDataConfig({ PORT: 'x' }).dataDir).toBe('./.carillon')
  expect(
    readClientConfig({ PORT: 'x', CARILLON_URL: 'https://carillon.acme.com/', CARILLON_ADMIN_TOKEN: 't' }),
  ).toEqual({
    url: 'https://carillon.acme.com',
    adminToken: 't',
    dataDir: './.carillon',
  })
})

test('without a setting a command connects to the server on this machine', () => {
  expect(readClientConfig({}).url).toBe('http://127.0.0.1:8080')
  expect(readClientConfig({ CARILLON_TLS_CERT: 'cert.pem' }).url).toBe('https://127.0.0.1:8080')
})

function linesOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    return (error as Error).message.split('\n')
  }
  return []
}
