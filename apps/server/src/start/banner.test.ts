import { expect, test } from '@jest/globals'
import { bannerOf, type BannerOptions } from './banner.js'

const OPTIONS: BannerOptions = {
  url: 'http://127.0.0.1:8080',
  dataDir: '/var/lib/carillon',
  adminToken: 'in /var/lib/carillon/admin-token',
  provider: null,
  isSimulatorOpen: true,
  demo: { id: 'key_tryout', secret: 'a-secret', group: 'grp_01kjm3y0q0d5w2h7n4c6e8rtvx' },
  setupToken: null,
}

test('the banner names the address of the API documentation', () => {
  expect(bannerOf(OPTIONS)).toContain('\n  docs         http://127.0.0.1:8080/docs\n')
})

test('the banner begins with the link that makes the first owner, until there are users', () => {
  const [first, blank, , link] = bannerOf({ ...OPTIONS, setupToken: 'TOKEN' }).split('\n')
  expect([first, blank]).toEqual(['Carillon is running: http://127.0.0.1:8080', ''])
  expect(link).toBe('  http://127.0.0.1:8080/dashboard/setup#TOKEN')
  const later = bannerOf(OPTIONS)
  expect(later).toContain('\n  dashboard    http://127.0.0.1:8080/dashboard\n')
  expect(later).not.toContain('/dashboard/setup')
})

test('the banner names the address of the phones if the simulator is enabled', () => {
  expect(bannerOf(OPTIONS)).toContain('\nOr watch the phones: http://127.0.0.1:8080/sim\n')
  expect(bannerOf({ ...OPTIONS, isSimulatorOpen: false })).not.toContain('/sim')
})

test('the banner quotes an address with a query, because a shell interprets the question mark', () => {
  const commands = bannerOf(OPTIONS)
    .split('\n')
    .filter((line) => line.includes('curl '))
  expect(commands.length).toBeGreaterThan(0)
  expect(commands.filter((line) => /[?&]/.test(line.replace(/'[^']*'/g, '')))).toEqual([])
})

test('the banner names the opt-in form of the demo account, if the account exists', () => {
  const link = 'http://127.0.0.1:8080/opt-in/grp_01kjm3y0q0d5w2h7n4c6e8rtvx'
  expect(bannerOf(OPTIONS)).toContain(`\nOpt in as a visitor: ${link}\n`)
  expect(bannerOf({ ...OPTIONS, demo: null })).not.toContain('/opt-in')
})

test('the banner names what is missing with a custom provider, and the address that its carrier posts to', () => {
  const given = { ...OPTIONS, isSimulatorOpen: false, demo: null }
  const mute = bannerOf({ ...given, provider: { name: './mine.js', file: null, isPostedTo: false } })
  expect(mute).toContain(
    '\n  provider     ./mine.js: texts reach real phones, so there is no demo account and no simulator at /sim\n',
  )
  expect(mute).not.toContain('posts to')
  const posted = bannerOf({ ...given, provider: { name: './mine.js', file: null, isPostedTo: true } })
  expect(posted).toContain('\n  its carrier  posts to http://127.0.0.1:8080/provider,')
})

const CARRIERS = {
  publicUrl: 'https://sms.example.com',
  carriers: [
    { name: 'main', type: 'twilio', settings: {}, partsPerSecond: null },
    { name: 'phones', type: 'simulator', settings: {}, partsPerSecond: null },
  ],
}
const withCarriers = (file: typeof CARRIERS) =>
  bannerOf({ ...OPTIONS, demo: null, provider: { name: './carriers.yaml', file, isPostedTo: true } })

test('the banner names the carriers of a file, the phones of its simulator and its webhooks', () => {
  const lines = withCarriers(CARRIERS).split('\n')
  expect(lines).toContain('  carriers     main (twilio), phones (simulator), from ./carriers.yaml')
  expect(lines).toContain('               texts reach real phones, so there is no demo account')
  expect(lines).toContain('  phones       http://127.0.0.1:8080/sim')
  expect(lines).toContain('  webhooks     below https://sms.example.com/provider: see carillon carriers list')
})

test('the banner says that no text reaches a real phone if the file names only the simulator', () => {
  const banner = withCarriers({ ...CARRIERS, carriers: CARRIERS.carriers.slice(1) })
  expect(banner).toContain('no text reaches a real phone')
  expect(banner).not.toContain('texts reach real phones')
})
