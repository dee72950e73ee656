import { linkPathOf } from '@carillon/http'
import { CARRIER_PATH } from '../carriers/module/carrier-path.js'
import type { LoadedProvider } from '../carriers/module/made-provider.js'
import { DEMO_CONTACT, DEMO_SENDER, type DemoKey } from './demo/demo-account.js'

export type BannerOptions = {
  readonly url: string
  /** Null: the database at DATABASE_URL is used. */
  readonly dataDir: string | null
  readonly adminToken: string
  /** Null: the fake provider. */
  readonly provider: (Pick<LoadedProvider, 'name' | 'file'> & { readonly isPostedTo: boolean }) | null
  /** Whether the simulated phones are shown at `/sim`. */
  readonly isSimulatorOpen: boolean
  readonly demo: DemoKey | null
  /** The token of the link that makes the first user; null if there are users. */
  readonly setupToken: string | null
}

/** The text shown after a start. The link of the setup and the secret of the demo account are shown only here. */
export function bannerOf(options: BannerOptions): string {
  const { url, dataDir, adminToken, provider, isSimulatorOpen, demo, setupToken } = options
  const places = [
    `Carillon is running: ${url}`,
    ...(setupToken === null ? [`  dashboard    ${url}/dashboard`] : setup(url, setupToken)),
    `  data         ${dataDir === null ? 'in the database of DATABASE_URL' : dataDir}`,
    `  admin token  ${adminToken}`,
    `  docs         ${url}/docs`,
    ...(provider === null ? [] : providerLines(url, provider, isSimulatorOpen)),
  ]
  return [...places, '', ...(demo === null ? [] : introduction(url, demo, isSimulatorOpen)), ''].join('\n')
}

function setup(url: string, token: string): readonly string[] {
  return [
    '',
    'Open the dashboard as its first owner. This link works once, for 24 hours; a new start makes another:',
    `  ${url}${linkPathOf({ purpose: 'setup', token })}`,
    '',
  ]
}

type OwnProvider = NonNullable<BannerOptions['provider']>

/** Texts may reach real people, so the banner suggests no test message. */
function providerLines(
  url: string,
  { name, file, isPostedTo }: OwnProvider,
  isSimulatorOpen: boolean,
): readonly string[] {
  if (file !== null) return carrierLines(url, name, file, isSimulatorOpen)
  return [
    `  provider     ${name}: texts reach real phones, so there is no demo account and no simulator at /sim`,
    ...(isPostedTo
      ? [`  its carrier  posts to ${url}${CARRIER_PATH}, with your public host name in place of this one`]
      : []),
  ]
}

function carrierLines(
  url: string,
  name: string,
  { carriers, publicUrl }: NonNullable<OwnProvider['file']>,
  isSimulatorOpen: boolean,
): readonly string[] {
  const isReal = carriers.some(({ type }) => type !== 'simulator')
  const hasPhones = carriers.some(({ type }) => type === 'simulator')
  return [
    `  carriers     ${carriers.map((carrier) => `${carrier.name} (${carrier.type})`).join(', ')}, from ${name}`,
    `               ${isReal ? 'texts reach real phones, so there is' : 'no text reaches a real phone; there is'} no demo account`,
    ...(hasPhones && isSimulatorOpen ? [`  phones       ${url}/sim`] : []),
    ...(publicUrl === null ? [] : [`  webhooks     below ${publicUrl}${CARRIER_PATH}: see carillon carriers list`]),
  ]
}

function introduction(url: string, { id, secret, group }: DemoKey, isSimulatorOpen: boolean): readonly string[] {
  const contact = (phone: string) => `${url}/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`
  return [
    'A demo account is ready to try things out. Its API key is shown only once:',
    `  key id       ${id}`,
    `  secret       ${secret}`,
    '',
    'Read a contact, create one, and send a text:',
    `  curl -u ${id}:${secret} ${contact(DEMO_CONTACT)}`,
    `  curl -u ${id}:${secret} ${contact(NEW_CONTACT)} ${json({ firstName: 'Eve' })}`,
    `  curl -u ${id}:${secret} ${url}/api/v1/messaging/message ${json(TEXT)}`,
    '',
    ...(isSimulatorOpen ? phone(url) : []),
    `Opt in as a visitor: ${url}/opt-in/${group}`,
    '',
  ]
}

/** Describes the simulator: no carrier is involved, and its phones can reply. */
function phone(url: string): readonly string[] {
  return [
    'See the text on the phone, reply STOP from there, and send again: the text is refused.',
    `  curl '${url}/sim/messages?to=${encodeURIComponent(DEMO_CONTACT)}'`,
    `  curl ${url}/sim/inbound ${json({ from: DEMO_CONTACT, to: DEMO_SENDER, body: 'STOP' })}`,
    `Or watch the phones: ${url}/sim`,
    '',
  ]
}

function json(body: object): string {
  return `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`
}

const TEXT = { to: DEMO_CONTACT, from: DEMO_SENDER, body: 'Ding dong, {{contact_first_name}}!' }

const NEW_CONTACT = '+12025550166'
