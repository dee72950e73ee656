import { existsSync } from 'node:fs'

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Where Chromium is on this machine: none is downloaded. */
export function chromiumPath() {
  const places = [process.env.CHROMIUM_PATH ?? PLACES].flat()
  const path = places.find((place) => existsSync(place))
  if (path !== undefined) return path
  throw new Error(
    `There is no Chromium at ${places.join(' or ')}: install it (on Debian: apt-get install chromium), ` +
      'or set CHROMIUM_PATH to where it is',
  )
}

/** The sandbox needs rights that a container may lack; only our own page is opened, and nothing that nobody asked for. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
