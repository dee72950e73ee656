import { expect, test } from '@jest/globals'
import { bannerOf, type BannerOptions } from './banner.js'

const OPTIONS: BannerOptions = {
  url: 'http://127.0.0.1:8080',
  dataDir: '/var/lib/carillon',
  adminToken: 'in /var/lib/carillon/admin-token',
  isSimulatorOpen: true,
  demo: { id: 'key_tryout', secret: 'a-secret', group: 'grp_01kjm3y0q0d5w2h7n4c6e8rtvx' },
}

test('names the page that the interface is documented on', () => {
  expect(bannerOf(OPTIONS)).toContain('\n  docs         http://127.0.0.1:8080/docs\n')
})

test('names the page of the phones where there are phones to watch', () => {
  expect(bannerOf(OPTIONS)).toContain('\nOr watch the phones: http://127.0.0.1:8080/sim\n')
  expect(bannerOf({ ...OPTIONS, isSimulatorOpen: false })).not.toContain('/sim')
})

test('names the opt-in form of the demo account, where there is one', () => {
  const link = 'http://127.0.0.1:8080/opt-in/grp_01kjm3y0q0d5w2h7n4c6e8rtvx'
  expect(bannerOf(OPTIONS)).toContain(`\nOpt in as a visitor does: ${link}\n`)
  expect(bannerOf({ ...OPTIONS, demo: null })).not.toContain('/opt-in')
})
