import { expect, test } from '@jest/globals'
import { CONTEXT } from './testing/telnyx-fixture.js'
import { createSigner } from './testing/telnyx-signer.js'
import { telnyx } from './telnyx.js'

test('a key that no header can contain is refused when the carrier is opened, and not shown', () => {
  const settings = { apiKey: 'KEY0123\n', publicKey: createSigner().publicKey }
  expect(() => telnyx(settings, CONTEXT)).toThrow(/^Telnyx: apiKey has a character that no header can contain[^K]*$/)
})
