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
  /** Phones: one texts the service, one takes no text from now on. */
  readonly outside: {
    readonly text: (text: { readonly from: string; readonly to: string; readonly body: string }) => Promise<unknown>
    readonly refuse: (phone: string) => Promise<unknown>
  }
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
