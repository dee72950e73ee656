/** The order of the columns with the collation "C", in which rows are locked. */
export function compareTexts(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
