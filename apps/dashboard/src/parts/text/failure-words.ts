/** Why texts failed, in words. The error reference explains each. */
const WORDS: Readonly<Record<string, string>> = {
  opted_out: 'Opted out at the carrier',
  invalid_destination: 'Not a number that can get texts',
  carrier_rejected: 'Rejected by the carrier',
  carrier_account: 'Carrier account refused',
  unregistered_sender: 'Sending number not registered',
  provider_unavailable: 'Carrier not reachable',
  expired: 'Too late to send',
  outside_sending_window: 'Sending window opened too late',
  unknown_outcome: 'Not known whether it was sent',
  opted_out_before_send: 'Opted out before sending',
  not_opted_in_before_send: 'Left all groups before sending',
  erased: 'Erased before sending',
  content_blocked: 'Text blocked by the content policy',
  frequency_capped: 'Had as many texts as a frequency cap allows',
  insufficient_credits: 'Not enough credits',
}

export function failureWords(errorType: string): string {
  return WORDS[errorType] ?? errorType.replaceAll('_', ' ')
}
