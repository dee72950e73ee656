/**
 * A provider within the process that immediately accepts every text, each reference once. It records which references
 * it accepted, and how many times a reference was repeated.
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
    /** The texts since the last call. */
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
