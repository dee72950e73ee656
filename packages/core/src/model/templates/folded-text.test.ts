import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { foldClusters, foldText } from './folded-text.js'

/** Characters with special folding rules, and characters that may be next to them. */
const crafted = fc.string({
  unit: fc.constantFrom(
    ...'\t\n\r  aZiI~.!-_@ßéıİсТѐνйϲς사기ﬁＡ。´\u00a0\u0301\u0307\u0308\u034f\u200b\u3000\f\u{1d400}🔔',
  ),
  maxLength: 40,
})

const normalized = crafted.map((text) => text.normalize('NFKC'))
const texts = fc.oneof(crafted, normalized, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

test.each(['written', 'seen'] as const)('as %s, folding gives the same as folding cluster by cluster', (reading) => {
  fc.assert(
    fc.property(texts, (original) => {
      const [byPiece, byCluster] = [foldText(original, reading), foldClusters(original, reading)]
      expect(byPiece.text).toBe(byCluster.text)
      for (let unit = 0; unit < byPiece.text.length; unit++) {
        expect(byPiece.offsetAt(unit)).toBe(byCluster.offsetAt(unit))
      }
    }),
    { numRuns: 500 },
  )
})
