import type { FailureType } from '@carillon/core'

/** An HTTP gateway, as its YAML file describes it. The file's comments and the docs explain each part for operators. */
export type GatewayDescription = {
  /** Requests at once. */
  readonly connections?: number
  /** The operator declares that a repeated submission with the same reference sends nothing. */
  readonly deduplicates?: boolean
  /** The operator declares that `ask` returns the outcome of an earlier submission. */
  readonly canBeAsked?: boolean
  /** Whether the gateway or its carrier answers STOP and HELP: all texts, or those with `isAnswered`. */
  readonly carrierAnswersKeywords?: boolean
  /** The gateway's words for the two encodings of a text. */
  readonly encodings?: { readonly gsm7?: Scalar; readonly ucs2?: Scalar }
  readonly submit: DescribedRequest & { readonly answers: readonly AnswerRule[] }
  readonly ask?: DescribedRequest & { readonly answers: readonly AnswerRule[] }
  /** A request without effects, which shows that the gateway can be reached and accepts the credentials. */
  readonly probe?: DescribedRequest & { readonly good: Condition }
  readonly receipts?: DescribedReceipts
  readonly inbound?: DescribedInbound
}

export type Scalar = string | number | boolean

/** All texts are templates with placeholders such as `{{to}}`. */
export type DescribedRequest = {
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly query?: Readonly<Record<string, Scalar>>
  readonly headers?: Readonly<Record<string, Scalar>>
  readonly basic?: { readonly username: string; readonly password: string }
  readonly contentType?: string
  /** A text, or for forms and JSON a structure. */
  readonly body?: string | BodyStructure
}

export type BodyStructure = { readonly [name: string]: BodyValue }
export type BodyValue = Scalar | null | BodyStructure | readonly BodyValue[]

/** Everything that is given must be true of the answer. */
export type Condition = {
  /** Such as 202 or "2xx". Without it, only answers of 2xx fit. */
  readonly status?: Scalar | readonly Scalar[]
  /** Of the value at `path`, or of the body. */
  readonly pattern?: string
  readonly path?: string
  /** The values that `path` may have. */
  readonly is?: Scalar | readonly Scalar[]
}

export type AnswerOutcome = 'taken' | 'refused' | 'opted-out' | 'throttled' | 'unknown' | 'never-seen'

/** The first rule that fits an answer decides its meaning. */
export type AnswerRule = {
  readonly when: Condition
  readonly outcome: AnswerOutcome
  /** For `refused`. */
  readonly type?: FailureType
  /** For `taken`: the gateway's id of the message. Without it, the reference is the id. */
  readonly id?: Selectors
  readonly code?: Selectors
  readonly message?: Selectors
}

/** Where a value is. `pattern` is applied to the value, or to the body if nothing else is given. */
export type Selector = {
  readonly query?: string
  readonly form?: string
  readonly path?: string
  readonly header?: string
  readonly pattern?: string
  readonly decode?: 'utf16-hex' | 'utf8-hex' | 'xml'
}

/** The first selector that finds something counts. */
export type Selectors = Selector | readonly Selector[]

export type ValueCondition = Selector & { readonly is: Scalar | readonly Scalar[] }

export type CallerCheck =
  | { readonly kind: 'secret-in-path'; readonly secret: string }
  | { readonly kind: 'secret-in-query'; readonly secret: string; readonly name: string }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | {
      readonly kind: 'hmac'
      readonly secret: string
      readonly algorithm: 'sha1' | 'sha256' | 'sha512'
      readonly header: string
      readonly encoding?: 'hex' | 'base64'
      /** Before the signature in the header, such as "sha256=". */
      readonly prefix?: string
      /** What is signed: `{{body}}`, `{{url}}` and `{{timestamp}}`. */
      readonly signs?: string
      readonly timestamp?: { readonly header: string; readonly unit?: 'seconds' | 'milliseconds' }
    }

export type DescribedReply = { readonly status?: number; readonly contentType?: string; readonly body?: string }

export type DescribedReceipts = {
  readonly check: CallerCheck
  /** Added to the URL that the gateway gets as `{{receipt_url}}`. Only its placeholders are escaped. */
  readonly query?: string
  /** A JSON path to the receipts, if one request has several. Other paths then start at one receipt. */
  readonly each?: string
  readonly reference?: Selectors
  readonly id?: Selectors
  readonly status: Selectors
  /** The gateway's words: `delivered`, `pending`, or a type of failure. */
  readonly statuses: Readonly<Record<string, 'delivered' | 'pending' | FailureType>>
  readonly code?: Selectors
  /** Types of failure by code, which are more precise than the status. */
  readonly codes?: Readonly<Record<string, FailureType>>
  readonly message?: Selectors
  readonly at?: Selectors
  readonly atFormat?: 'iso' | 'seconds' | 'milliseconds'
  readonly reply?: DescribedReply
}

export type DescribedInbound = {
  readonly check: CallerCheck
  readonly each?: string
  /** Other requests are no texts. */
  readonly when?: ValueCondition
  readonly from: Selectors
  readonly to: Selectors
  readonly text: Selectors
  /** All values that it finds are URLs. */
  readonly media?: Selectors
  readonly id?: Selectors
  /** The time of the text, in any form. Without an id, it tells two equal texts from one that comes twice. */
  readonly at?: Selectors
  readonly isAnswered?: ValueCondition
  /** Numbers come without a plus sign. */
  readonly addPlus?: boolean
  readonly reply?: DescribedReply
}

/** What a description can call a failure. */
export const FAILURE_TYPES = [
  'opted_out',
  'invalid_destination',
  'carrier_rejected',
  'carrier_account',
  'unregistered_sender',
  'provider_unavailable',
  'expired',
  'content_blocked',
] as const satisfies readonly FailureType[]
