import { DEMO_CONTACT, type DemoKey } from './demo-account.js'

export type BannerOptions = {
  readonly url: string
  readonly docsUrl: string
  /** Null: the one that DATABASE_URL names. */
  readonly dataDir: string | null
  readonly adminToken: string
  readonly demo: DemoKey | null
}

/** What a person wants to know who has just started the server. A secret of the demo account is told only here. */
export function bannerOf({ url, docsUrl, dataDir, adminToken, demo }: BannerOptions): string {
  const places = [
    `Carillon is running: ${url}`,
    `  data         ${dataDir === null ? 'in the database of DATABASE_URL' : dataDir}`,
    `  admin token  ${adminToken}`,
    `  docs         ${docsUrl}`,
  ]
  return [...places, '', ...(demo === null ? [] : introduction(url, demo)), ''].join('\n')
}

function introduction(url: string, { id, secret }: DemoKey): readonly string[] {
  const contact = (phone: string) => `${url}/api/v1/contacts/by-phone/${encodeURIComponent(phone)}`
  return [
    'A demo account is there to try things on. Its API key is shown this once:',
    `  key id       ${id}`,
    `  secret       ${secret}`,
    '',
    'Read a contact, and create one:',
    `  curl -u ${id}:${secret} ${contact(DEMO_CONTACT)}`,
    `  curl -u ${id}:${secret} ${contact(NEW_CONTACT)} -H 'Content-Type: application/json' -d '{"firstName":"Eve"}'`,
    '',
  ]
}

const NEW_CONTACT = '+12025550166'
