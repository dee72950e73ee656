import { errorAnswer, NOT_FOUND, type TwilioAnswer } from './twilio-answer.js'

/** A phone number of the account. */
export type OwnedNumber = {
  readonly number: string
  readonly smsUrl?: string
  readonly smsMethod?: 'GET' | 'POST'
  readonly smsApplicationSid?: string
  readonly canText?: boolean
}

/** What a look-up finds: null for a number that Twilio knows nothing about. */
export type Line = { readonly type: string; readonly carrierName: string | null; readonly errorCode?: number } | null

const DATE = 'Sun, 01 Mar 2026 12:00:00 +0000'
const PAGE_SIZE_DEFAULT = 50
const PAGE_SIZE_MAX = 1_000

export function accountAnswer(accountSid: string, status: string): TwilioAnswer {
  const uri = `/2010-04-01/Accounts/${accountSid}.json`
  const json = {
    ...{ sid: accountSid, friendly_name: 'Carillon', status, type: 'Full', owner_account_sid: accountSid },
    ...{ auth_token: 'not shown in tests', date_created: DATE, date_updated: DATE, uri, subresource_uris: {} },
  }
  return { status: 200, json }
}

/** One page of the list, with the URI of the next one. */
export function numbersAnswer(
  accountSid: string,
  numbers: readonly OwnedNumber[],
  query: URLSearchParams,
): TwilioAnswer {
  const pageSize = Math.min(Number(query.get('PageSize') ?? PAGE_SIZE_DEFAULT), PAGE_SIZE_MAX)
  const page = Number(query.get('Page') ?? 0)
  const start = page * pageSize
  const uriOf = (wanted: number) =>
    `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers.json?PageSize=${pageSize}&Page=${wanted}`
  const json = {
    incoming_phone_numbers: numbers
      .slice(start, start + pageSize)
      .map((one, i) => numberResource(accountSid, one, start + i)),
    ...{ page, page_size: pageSize, start, end: Math.min(start + pageSize, numbers.length) - 1 },
    ...{ uri: uriOf(page), first_page_uri: uriOf(0) },
    next_page_uri: start + pageSize < numbers.length ? uriOf(page + 1) : null,
    previous_page_uri: page === 0 ? null : uriOf(page - 1),
  }
  return { status: 200, json }
}

function numberResource(accountSid: string, owned: OwnedNumber, i: number): object {
  const { number, smsUrl = '', smsMethod = 'POST', smsApplicationSid = '', canText = true } = owned
  const sid = `PN${i.toString(16).padStart(32, '0')}`
  return {
    ...{
      sid,
      account_sid: accountSid,
      friendly_name: number,
      phone_number: number,
      origin: 'twilio',
      status: 'in-use',
    },
    ...{ sms_url: smsUrl, sms_method: smsMethod, sms_application_sid: smsApplicationSid },
    ...{ sms_fallback_url: '', sms_fallback_method: 'POST', status_callback: '', status_callback_method: 'POST' },
    ...{ voice_url: '', voice_method: 'POST', voice_application_sid: '', beta: false, api_version: '2010-04-01' },
    capabilities: { voice: true, sms: canText, mms: canText, fax: false },
    ...{ date_created: DATE, date_updated: DATE },
    uri: `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers/${sid}.json`,
  }
}

/** A number without the package `line_type_intelligence` would have only what its digits say. */
export function lookupAnswer(phone: string, line: Line, query: URLSearchParams): TwilioAnswer {
  if (!/^\+[1-9]\d{6,14}$/.test(phone)) return errorAnswer(NOT_FOUND)
  const isAsked = (query.get('Fields') ?? '').split(',').includes('line_type_intelligence')
  const intelligence = line && {
    ...{ mobile_country_code: line.type === 'mobile' ? '310' : null, mobile_network_code: null },
    ...{ carrier_name: line.carrierName, type: line.type, error_code: line.errorCode ?? null },
  }
  const json = {
    ...{ calling_country_code: '1', country_code: 'US', phone_number: phone, national_format: phone.slice(2) },
    ...{ valid: true, validation_errors: [], caller_name: null, sim_swap: null, call_forwarding: null },
    line_type_intelligence: isAsked ? intelligence : null,
    url: `https://lookups.twilio.com/v2/PhoneNumbers/${phone}`,
  }
  return { status: 200, json }
}
