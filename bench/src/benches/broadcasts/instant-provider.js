/**
 * A provider within the process that takes everything at once, each reference once. It knows what it has taken, and how
 * often it was given the same again.
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
    /** What has arrived since it was last asked. */
    tell() {
      const told = { references: [...taken.keys()], characters: sumOf(taken.values()), repeated }
      taken = new Map()
      repeated = 0
      return told
    },
  }
}

function sumOf(values) {
  let sum = 0
  for (const value of values) sum += value
  return sum
}
