/**
 * A provider within the process that immediately accepts every text. It records which references were submitted, and
 * how many times one of them was submitted again.
 */
export function instantProvider() {
  let taken = new Map()
  let repeated = 0
  return {
    deduplicates: true,
    canBeAsked: false,
    async submit(messages) {
      return messages.map(({ reference, body }) => {
        if (taken.has(reference)) repeated++
        else taken.set(reference, body.length)
        return { kind: 'accepted', providerId: `instant_${reference.slice(-31)}` }
      })
    },
    async find(references) {
      return references.map(() => ({ kind: 'unknown' }))
    },
    /** What was submitted since the last call. */
    report() {
      const report = { references: [...taken.keys()], characters: sumOf(taken.values()), repeated }
      taken = new Map()
      repeated = 0
      return report
    },
  }
}

function sumOf(values) {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
