/** The only source of chance. */
export interface Chance {
  /** At least 0 and below 1, evenly. */
  next(): number
}
