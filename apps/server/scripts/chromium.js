import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)

/** The usual paths of Chromium, for platforms that @sparticuz/chromium does not support. */
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** No sandbox, which needs rights that a container may lack, and no requests except those of our pages. */
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Launch options for Playwright: Chromium from CHROMIUM_PATH, from @sparticuz/chromium, or from its usual paths. */
export async function chromiumLaunchOptions() {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH !== undefined) return { executablePath: CHROMIUM_PATH, args: ARGUMENTS }
  if (process.platform !== 'linux' || process.arch !== 'x64') return { executablePath: installed(), args: ARGUMENTS }
  const folder = await unpackOnce(await cacheFolder(), unpackChromium)
  const env = {
    ...process.env,
    LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
    FONTCONFIG_FILE: join(folder, 'fonts.conf'),
  }
  return { executablePath: join(folder, 'chromium'), args: ARGUMENTS, env }
}

/**
 * Returns the folder after `unpack` has filled it. If several processes unpack at once, each fills a separate folder;
 * the first to finish renames its folder, so nobody sees a partly filled folder.
 */
export async function unpackOnce(folder, unpack) {
  if (existsSync(folder)) return folder
  await mkdir(dirname(folder), { recursive: true })
  const staging = await mkdtemp(`${folder}-`)
  try {
    await unpack(staging)
    await chmod(staging, 0o755) // mkdtemp gives access only to the current user
    await rename(staging, folder)
  } catch (error) {
    await rm(staging, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

function installed() {
  const path = PLACES.find((place) => existsSync(place))
  if (path !== undefined) return path
  throw new Error(`There is no Chromium at ${PLACES.join(' or ')}: install it, or set CHROMIUM_PATH to its path`)
}

/** The folder for the unpacked Chromium. `npm ci` deletes it, and each version has a separate folder. */
async function cacheFolder() {
  const root = join(dirname(require.resolve('@sparticuz/chromium')), '../..')
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  return join(root, '../../.cache/carillon', `chromium-${version}`)
}

/** The package unpacks into `TMPDIR`. It adds the shared libraries only on AWS Lambda, which `env` imitates. */
async function unpackChromium(folder) {
  const code = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`
  const env = { TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' }
  const options = { cwd: import.meta.dirname, env }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], options)
  await writeFile(join(folder, 'fonts.conf'), FONTS)
  await mkdir(join(folder, 'locales')) // otherwise Chromium creates it
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    await chmod(path, 0o755) // the package gives access only to the current user
    if (process.getuid() === 0) await chown(path, 0, 0) // the archives keep the user id of the authors
  }
}

/** Uses the fonts of the machine with its configuration, and adds the package's font for machines without fonts. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`
