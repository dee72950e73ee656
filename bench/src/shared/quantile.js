/** The quantile of the values at `share`, such as 0.99 for the 99th percentile. */
export function quantile(values, share) {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]
}
