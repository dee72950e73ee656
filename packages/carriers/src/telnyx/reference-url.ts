const NAME = 'reference'

/** The URL for the receipts of one message. Telnyx repeats it inside the signed body of each receipt. */
export function referenceUrl(receiptUrl: string, reference: string): string {
  const url = new URL(receiptUrl)
  url.searchParams.set(NAME, reference)
  return url.href
}

export function referenceIn(webhookUrl: string | null): string | null {
  return webhookUrl !== null && URL.canParse(webhookUrl) ? new URL(webhookUrl).searchParams.get(NAME) : null
}
