import { readFileSync, writeFileSync } from 'node:fs'

/**
 * Run this after each `npm install`. npm may omit the binaries of other platforms from the lockfile; `npm ci` refuses
 * a lockfile that lacks an optional dependency. This script adds the missing entries as npm would, but without the
 * checksum, which would require a download.
 */
const PLATFORM =
  /(?<os>android|darwin|freebsd|linux|openharmony|win32|windows)-(?<cpu>arm64|arm|x64|ia32|ppc64|riscv64|s390x|loong64)(?:-(?<abi>\w+))?$/
const LIBCS = { musl: ['musl'], gnu: ['glibc'] }

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const before = Object.keys(lock.packages).length
for (const [place, { optionalDependencies = {}, dev }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const known = lock.packages[`node_modules/${name}`] ?? lock.packages[`${place}/node_modules/${name}`]
    const platform = PLATFORM.exec(name)?.groups
    if (known !== undefined || platform === undefined || !/^\d/.test(version)) continue
    const libc = platform.os === 'linux' && LIBCS[platform.abi] ? { libc: LIBCS[platform.abi] } : {}
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu: [platform.cpu],
      ...(dev ? { dev: true } : {}),
      ...libc,
      optional: true,
      os: [platform.os],
    }
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en')))
writeFileSync('package-lock.json', JSON.stringify(lock, null, 2) + '\n')
console.log(`${Object.keys(lock.packages).length - before} added`)
