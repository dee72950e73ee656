type Amounts = { readonly sms: number; readonly mms: number }

/** What one text costs, where that is more than the one credit that people expect. */
export function priceWords({ sms, mms }: Amounts, accepted: number): string {
  const each = (sms > 0 && mms > 0) || accepted === 0 ? 0 : (sms + mms) / accepted
  return Number.isInteger(each) && each > 1 ? ` A broadcast's text costs ${each} credits.` : ''
}
