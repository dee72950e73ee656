import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { foldClusters, foldText } from './folded-text.js'

/** Characters with special folding rules, and characters that may be next to them. */
const crafted = fc.string({
  unit: fc.constantFrom(...'\t\n\r  aZ~.!-_@ßéﬁＡ。´\u00a0\u0301\u0308\u200b\u3000\f\u{1d400}🔔'),
  maxLength: 40,
})

test('folding piece by piece gives the same text and offsets as folding cluster by cluster', () => {
  fc.assert(
    fc.property(fc.oneof(crafted, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (original) => {
      const [byPiece, byCluster] = [foldText(original), foldClusters(original)]
      expect(byPiece.text).toBe(byCluster.text)
      for (let unit = 0; unit < byPiece.text.length; unit++) {
        expect(byPiece.offsetAt(unit)).toBe(byCluster.offsetAt(unit))
      }
    }),
    { numRuns: 500 },
  )
})
