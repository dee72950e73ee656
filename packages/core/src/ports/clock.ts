/** The only source of time. A use case asks it once. */
export interface Clock {
  now(): Date
}
