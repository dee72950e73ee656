/** The value that this share of the values does not exceed. */
export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}
