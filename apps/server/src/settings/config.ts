import { ADMIN_TOKEN } from '@carillon/core'
import { cleanEnv, type ValidatorSpec } from 'envalid'
import { isIP } from 'node:net'
import { databaseConfigOf, databaseUrl, databaseUrls, type DatabaseConfig } from './database-config.js'
import { hostNamesOf, isHostName } from './host-names.js'
import { isIssuerUrl, oidcConfigOf, type OidcConfig } from './oidc-config.js'
import { UserError } from './user-error.js'
import { parsed, unshown, validator } from './validators.js'

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Express derives `req.ip` from this: the number of proxies in front, or their addresses. */
export type TrustProxy = number | string

/** The location of the data, for the commands that open the database. */
export type DataConfig = DatabaseConfig & {
  readonly dataDir: string
  readonly logLevel: LogLevel
}

export type ServerConfig = DataConfig & {
  readonly port: number
  readonly host: string
  /** Null: the token in the data folder, which is created at the first start; the same applies to the secret. */
  readonly adminToken: string | null
  readonly secret: string | null
  readonly docsUrl: string | null
  /** The port for metrics and health checks of a standalone worker; null: none. */
  readonly metricsPort: number | null
  readonly trustProxy: TrustProxy
  /** Null: plain HTTP, behind a proxy that terminates TLS. */
  readonly tls: CertificateFiles | null
  /** 0: no jobs run here. 1: the server runs jobs itself. More: this many separate worker processes. */
  readonly workers: number
  /** Whether a first start creates the demo account; never with a carrier, or a provider of one's own. */
  readonly hasDemo: boolean
  /** Whether anybody who can reach the server may use the fake provider's phones. Other providers have no phones. */
  readonly isSimulatorOpen: boolean
  /** The host names, besides `localhost` and IP addresses, under which browsers may open the phones. */
  readonly simHosts: readonly string[]
  /** Whether webhooks may target private networks, which the guard blocks by default. */
  readonly webhooksAllowPrivate: boolean
  /** The provider module: a path or the name of a package. Null: the fake provider. */
  readonly provider: string | null
  /** The path of the file of carriers. Null: the provider module, or the fake provider. */
  readonly carriers: string | null
  /** The issuer at which people may sign in to the dashboard; null: they have passwords only. */
  readonly oidc: OidcConfig | null
}

/** For the commands that are clients of a running server. */
export type ClientConfig = {
  readonly url: string
  readonly adminToken: string | null
  readonly dataDir: string
}

type Env = Readonly<Record<string, string | undefined>>

/** Throws a UserError with one line for each setting that is wrong. */
export function readServerConfig(env: Env): ServerConfig {
  const settings = clean(env, {
    PORT: port({ default: 8080 }),
    HOST: host({ default: '127.0.0.1' }),
    CARILLON_SECRET: secret({ default: undefined }),
    CARILLON_DOCS_URL: httpUrl({ default: undefined }),
    CARILLON_METRICS_PORT: port({ default: undefined }),
    CARILLON_TRUST_PROXY: trustProxy({ default: 0 }),
    CARILLON_TLS_KEY: file({ default: undefined }),
    ...TLS_CERT,
    CARILLON_DEMO: onOrOff({ default: true }),
    CARILLON_SIM: onOrOff({ default: undefined }),
    CARILLON_SIM_HOSTS: hostNames({ default: [] }),
    CARILLON_WEBHOOKS_ALLOW_PRIVATE: onOrOff({ default: false }),
    CARILLON_WORKERS: workers({ default: 1 }),
    CARILLON_PROVIDER: moduleName({ default: undefined }),
    CARILLON_CARRIERS: file({ default: undefined }),
    CARILLON_OIDC_ISSUER: issuerUrl({ default: undefined }),
    CARILLON_OIDC_CLIENT_ID: shortText({ default: undefined }),
    CARILLON_OIDC_CLIENT_SECRET: clientSecret({ default: undefined }),
    CARILLON_OIDC_NAME: shortText({ default: undefined }),
    // These settings are checked here too, so that all faults are reported at once.
    ...DATA,
    CARILLON_ADMIN_TOKEN: adminToken({ default: undefined }),
  })
  if (settings.CARILLON_PROVIDER !== undefined && settings.CARILLON_CARRIERS !== undefined) {
    throw new UserError(
      'CARILLON_PROVIDER and CARILLON_CARRIERS are both set: expected one of them. The file of carriers can name a module',
    )
  }
  return {
    ...readDataConfig(env),
    port: settings.PORT,
    host: settings.HOST,
    adminToken: settings.CARILLON_ADMIN_TOKEN ?? null,
    secret: settings.CARILLON_SECRET ?? null,
    docsUrl: settings.CARILLON_DOCS_URL ?? null,
    metricsPort: settings.CARILLON_METRICS_PORT ?? null,
    trustProxy: settings.CARILLON_TRUST_PROXY,
    tls: certificateFilesOf(settings),
    workers: settings.CARILLON_WORKERS,
    hasDemo:
      settings.CARILLON_PROVIDER === undefined && settings.CARILLON_CARRIERS === undefined && settings.CARILLON_DEMO,
    isSimulatorOpen: settings.CARILLON_PROVIDER === undefined && (settings.CARILLON_SIM ?? isLoopback(settings.HOST)),
    simHosts: [...(isIP(settings.HOST) === 0 ? [settings.HOST] : []), ...settings.CARILLON_SIM_HOSTS],
    webhooksAllowPrivate: settings.CARILLON_WEBHOOKS_ALLOW_PRIVATE,
    provider: settings.CARILLON_PROVIDER ?? null,
    carriers: settings.CARILLON_CARRIERS ?? null,
    oidc: oidcConfigOf(settings),
  }
}

export function readDataConfig(env: Env): DataConfig {
  const { CARILLON_DATA_DIR, CARILLON_LOG_LEVEL, ...database } = clean(env, DATA)
  return { ...databaseConfigOf(database), dataDir: CARILLON_DATA_DIR, logLevel: CARILLON_LOG_LEVEL }
}

export function readClientConfig(env: Env): ClientConfig {
  const { CARILLON_URL, CARILLON_ADMIN_TOKEN, CARILLON_DATA_DIR, CARILLON_TLS_CERT } = clean(env, {
    CARILLON_URL: httpUrl({ default: undefined }),
    CARILLON_DATA_DIR: DATA.CARILLON_DATA_DIR,
    ...TLS_CERT,
    CARILLON_ADMIN_TOKEN: token({ default: undefined }),
  })
  const scheme = CARILLON_TLS_CERT === undefined ? 'http' : 'https'
  return {
    url: CARILLON_URL ?? `${scheme}://127.0.0.1:8080`,
    adminToken: CARILLON_ADMIN_TOKEN ?? null,
    dataDir: CARILLON_DATA_DIR,
  }
}

/** The paths of two PEM files: the certificate chain, beginning with the server's certificate, and the private key. */
export type CertificateFiles = { readonly certFile: string; readonly keyFile: string }

function certificateFilesOf({
  CARILLON_TLS_CERT: certFile,
  CARILLON_TLS_KEY: keyFile,
}: Readonly<Record<'CARILLON_TLS_CERT' | 'CARILLON_TLS_KEY', string | undefined>>): CertificateFiles | null {
  if (certFile === undefined && keyFile === undefined) return null
  if (certFile === undefined) throw new UserError('CARILLON_TLS_KEY is set without CARILLON_TLS_CERT: HTTPS needs both')
  if (keyFile === undefined) throw new UserError('CARILLON_TLS_CERT is set without CARILLON_TLS_KEY: HTTPS needs both')
  return { certFile, keyFile }
}

/** The maximum for one server, which a database with the default limit of 100 connections can serve. */
export const WORKERS_MAX = 8
export const WORKERS_EXPECTED = `a whole number from 0 to ${WORKERS_MAX}`

/** Undefined if the text is not a valid number of workers. */
export function workersOf(text: string): number | undefined {
  return /^\d{1,3}$/.test(text) && Number(text) <= WORKERS_MAX ? Number(text) : undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
const SECRET_LENGTH_MIN = 16
const port = parsed('a port number from 0 to 65535', (text) =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined,
)

const host = parsed('an address or a host name to listen on, such as 127.0.0.1 or 0.0.0.0', (text) =>
  isIP(text) !== 0 || isHostName(text) ? text : undefined,
)

const hostNames = parsed('host names without ports, separated by commas, such as mybox,mybox.local', hostNamesOf)

const folder = parsed('the path of a folder', (text) => (text.includes('\0') ? undefined : text))
const file = parsed('the path of a file', (text) => (text.includes('\0') ? undefined : text))

const moduleName = parsed('the path of an ES module, or the name of a package', (text) =>
  text.includes('\0') ? undefined : text,
)

const logLevel = parsed(`one of ${LOG_LEVELS.join(', ')}`, (text) => LOG_LEVELS.find((level) => level === text))

/** Without a trailing slash, so that paths can be appended. */
const httpUrl = parsed('a URL that begins with http:// or https://', (text) =>
  /^https?:\/\//i.test(text) && URL.canParse(text) ? text.replace(/\/+$/, '') : undefined,
)

const issuerUrl = parsed('the https:// URL of an OpenID Connect issuer', (text) =>
  isIssuerUrl(text) ? text : undefined,
)

const shortText = parsed('at most 200 characters', (text) => (text.length <= 200 ? text : undefined))

const clientSecret = unshown('at most 1000 characters', (text) => (text.length <= 1_000 ? text : undefined))

const trustProxy = parsed(
  'the number of reverse proxies, or their addresses, such as 1 or 10.0.0.0/8,loopback',
  (text): TrustProxy | undefined => {
    if (/^\d{1,3}$/.test(text)) return Number(text)
    return text.split(',').every((part) => isProxyAddress(part.trim())) ? text : undefined
  },
)

const onOrOff = parsed('1 for on or 0 for off', (text) => ({ 1: true, 0: false })[text])

const workers = parsed(WORKERS_EXPECTED, workersOf)

const secret = unshown(`at least ${SECRET_LENGTH_MIN} characters`, (text) =>
  text.length >= SECRET_LENGTH_MIN ? text : undefined,
)

const adminToken = validator(
  (text) => `${ADMIN_TOKEN.expected}; got ${text.length} characters, which are not shown`,
  (text) => (ADMIN_TOKEN.holds(text) ? text : undefined),
)

/** For the command, which may be a client of an older server: it accepts only characters that are valid in a header. */
const token = unshown('at most 500 characters from ! to ~, without spaces', (text) =>
  /^[!-~]{1,500}$/.test(text) ? text : undefined,
)

const DATA = {
  DATABASE_URL: databaseUrl({ default: undefined }),
  DATABASE_URLS: databaseUrls({ default: [] }),
  CARILLON_DATA_DIR: folder({ default: './.carillon' }),
  CARILLON_LOG_LEVEL: logLevel({ default: 'info' }),
}

const TLS_CERT = { CARILLON_TLS_CERT: file({ default: undefined }) }

/** Whether only this machine can reach the address. */
function isLoopback(address: string): boolean {
  return address === 'localhost' || address === '::1' || (isIP(address) === 4 && address.startsWith('127.'))
}

function isProxyAddress(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}

/** An empty variable counts as absent: files that set variables often leave some of them empty. */
function clean<S extends Record<string, ValidatorSpec<unknown>>>(env: Env, specs: S) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  return cleanEnv(given, specs, {
    reporter: ({ errors }) => {
      const faults = Object.entries(errors).map(([name, error]) => `${name} ${error!.message}`)
      if (faults.length > 0) throw new UserError(faults.join('\n'))
    },
  })
}
