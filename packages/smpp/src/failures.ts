/** Something that could not be stored or read. The error may quote what phones and texts contain. */
export type SmppFailure =
  /** `text` and `receipt`: a delivery, which the SMSC repeats, or one that a sweep tries again; also a receipt that cannot be read. */
  | { readonly kind: 'text' | 'receipt' | 'sweep'; readonly error: unknown }
  /** The receipts of so many messages will not find their texts. */
  | { readonly kind: 'links'; readonly error: unknown; readonly count: number }

/** Must not throw. */
export type OnFailure = (failure: SmppFailure) => void
