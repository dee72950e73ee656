import type { CarrierFailure, CarrierFinding, CarrierOptOut } from './carrier-connection.js'
import type { SubmissionOutcome } from './sms-provider.js'

/** The carriers of the service, as its operators see and try them. Carriers are identified by name. */
export interface CarrierDesk {
  /** In the order in which they are declared; empty if the service declares none. */
  list(): Promise<readonly CarrierState[]>
  /**
   * Checks what can be checked without a text; empty if nothing can. A carrier that cannot be reached is a finding, not
   * an error. Returns within `deadlineMs`; null if no carrier has the name.
   */
  check(name: string, options: { readonly deadlineMs: number }): Promise<readonly CarrierFinding[] | null>
  /**
   * Submits one text to this carrier, whatever the routes and the breaker say. The text belongs to no account: no consent
   * is checked, and no credits are charged. Null if no carrier has the name.
   */
  test(name: string, text: TestTextFields): Promise<TestText | null>
  /** A recent test text of the carrier; null if there is none with the reference. */
  findTest(name: string, reference: string): Promise<TestText | null>
  /** The carrier's own list of opt-outs; null if no carrier has the name. */
  optOuts(name: string): Promise<ListOfOptOuts | null>
}

export type ListOfOptOuts = {
  /** Read from the carrier as it is iterated, which throws if the carrier cannot be read. Null if it has no list. */
  readonly entries: AsyncIterable<CarrierOptOut> | null
}

export type CarrierState = {
  readonly name: string
  readonly type: string
  /** As this process sees the carrier: while it is `open`, the carrier gets no texts; if it is `probing`, the next one. */
  readonly breaker: 'closed' | 'open' | 'probing'
  /** Of each process; null if there is no limit. */
  readonly partsPerSecond: number | null
  readonly deduplicates: boolean
  readonly canBeAsked: boolean
  /** Where the carrier sends receipts, without any secret; null if it sends none by HTTP. */
  readonly receiptUrl: string | null
  /** Where the carrier sends texts from phones, as above. */
  readonly inboundUrl: string | null
  /** The routes that the carrier is in. */
  readonly routes: readonly CarrierRoute[]
}

export type CarrierRoute = {
  /** Numbers that start with it; null for all numbers. */
  readonly toPrefix: string | null
  /** The carriers to try, in this order. */
  readonly via: readonly string[]
}

export type TestTextFields = {
  /** A number or a short code. */
  readonly from: string
  readonly to: string
  /** If omitted, a text that says that it is a test. */
  readonly body?: string | undefined
}

/** A text of an operator that tests a carrier. */
export type TestText = {
  readonly reference: string
  readonly outcome: SubmissionOutcome
  /** Null until the carrier reports the end of the text. `failure` is null if it reached the phone. */
  readonly receipt: { readonly failure: CarrierFailure | null } | null
}
