export type FuzzOptions = {
  readonly url: string
  readonly adminToken: string
  /** The OpenAPI document, as it is parsed. */
  readonly document: unknown
  readonly seed: number
  /** Requests an operation. */
  readonly runs: number
  /** How long lists get. */
  readonly itemsMax: number
  /** By the clock of the service. */
  readonly now: Date
  /** Has what is due done, where nobody else does. */
  readonly work?: () => Promise<void>
  /** Operations by their ids; left out, all of them. */
  readonly only?: readonly string[]
  /** Told a line for each operation: how often it answered what. */
  readonly say?: (line: string) => void
}

export type FuzzFigures = {
  readonly operations: number
  readonly requests: number
  readonly byKind: Readonly<Record<string, number>>
  readonly byStatus: Readonly<Record<string, number>>
}

/** Throws at the first answer that the document does not promise. */
export function fuzz(options: FuzzOptions): Promise<FuzzFigures>
