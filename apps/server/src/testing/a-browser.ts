import { chromium, type Browser } from 'playwright-core'
import { CHROMIUM_ARGUMENTS, chromiumPath } from '../../scripts/chromium.js'

/** Headless Chromium, as it is installed on this machine. */
export function aBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: chromiumPath(), args: CHROMIUM_ARGUMENTS })
}
