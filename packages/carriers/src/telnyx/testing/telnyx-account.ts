export type TelnyxAnswer = {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type TelnyxProfile = {
  readonly enabled: boolean
  readonly webhook_url: string
  readonly webhook_api_version: string
}

export type TelnyxOptOut = {
  readonly from: string
  readonly to: string
  readonly messaging_profile_id: string
  readonly created_at: string
}

export const PROFILE = '16fd2706-8baf-433b-82eb-8c7fada847da'
export const NUMBER = '+12025550199'

const PAGE_SIZE_MAX = 250
const PAGE_SIZE_DEFAULT = 20
const ALLOWED = new Set(['page[number]', 'page[size]', 'filter[messaging_profile_id]', 'type'])

/** What an account has at Telnyx, and the answers to the requests that only read it. */
export class TelnyxAccount {
  readonly profiles = new Map<string, TelnyxProfile>([[PROFILE, profile()]])
  /** The profile of each number, or null. */
  readonly numbers = new Map<string, string | null>([[NUMBER, PROFILE]])
  /** The answers to messages for these numbers. */
  readonly refusals = new Map<string, TelnyxAnswer>()
  /** What look-ups find. Any other number is a mobile number. */
  readonly carriers = new Map<string, Readonly<Record<string, string>>>()
  optOuts: TelnyxOptOut[] = []
  partsMax = 10

  constructor(public publicKey: string) {}

  profileOf(number: string): string {
    return this.numbers.get(number) ?? ''
  }

  answer(method: string, { pathname, searchParams }: URL): TelnyxAnswer {
    const [, , resource, name] = pathname.split('/')
    const isKnown = [...searchParams.keys()].every((key) => ALLOWED.has(key))
    if (method !== 'GET' || !isKnown) return NOT_FOUND
    if (pathname === '/v2/balance') return found(BALANCE)
    if (pathname === '/v2/public_key') return found({ public: this.publicKey })
    if (pathname === '/v2/messaging_optouts') return this.#optOuts(searchParams)
    if (pathname === '/v2/phone_numbers/messaging') return this.#numbers(searchParams)
    if (resource === 'messaging_profiles') return this.#profile(name!)
    if (resource === 'number_lookup') return this.#lookUp(decodeURIComponent(name!), searchParams)
    return NOT_FOUND
  }

  #profile(id: string): TelnyxAnswer {
    const one = this.profiles.get(id)
    return one === undefined ? NOT_FOUND : found({ record_type: 'messaging_profile', id, name: 'Main', ...one })
  }

  #numbers(query: URLSearchParams): TelnyxAnswer {
    const rows = [...this.numbers].map(([phone_number, messaging_profile_id]) => ({
      ...{ record_type: 'messaging_settings', id: phone_number, phone_number, messaging_profile_id },
      ...{ country_code: 'US', type: 'longcode', messaging_product: 'A2P' },
    }))
    return pageOf(rows, query)
  }

  #optOuts(query: URLSearchParams): TelnyxAnswer {
    return pageOf(
      this.optOuts.map((one) => ({ ...one, keyword: 'STOP' })),
      query,
    )
  }

  #lookUp(phone_number: string, query: URLSearchParams): TelnyxAnswer {
    if (!/^\+[1-9]\d{7,14}$/.test(phone_number)) return INVALID_NUMBER
    if (query.get('type') !== 'carrier') return NOT_FOUND
    const carrier = this.carriers.get(phone_number) ?? { name: 'T-MOBILE USA, INC.', type: 'mobile' }
    return found({
      ...{ record_type: 'number_lookup', country_code: 'US', phone_number, fraud: null, caller_name: null },
      carrier: { mobile_country_code: '310', mobile_network_code: '260', error_code: null, ...carrier },
    })
  }
}

export function profile(given: Partial<TelnyxProfile> = {}): TelnyxProfile {
  return {
    enabled: true,
    webhook_url: 'https://sms.example.com/provider/telnyx/inbound',
    webhook_api_version: '2',
    ...given,
  }
}

/** An answer that names one error, in the form of all errors of Telnyx. */
export function errorAnswer(status: number, code: string, title: string, detail = '', pointer = ''): TelnyxAnswer {
  const source = pointer === '' ? {} : { source: { pointer } }
  return {
    status,
    body: { errors: [{ code, title, detail, meta: { url: `https://telnyx.example/${code}` }, ...source }] },
  }
}

function pageOf(
  rows: readonly { readonly messaging_profile_id: string | null }[],
  query: URLSearchParams,
): TelnyxAnswer {
  const number = Number(query.get('page[number]') ?? 1)
  const size = Number(query.get('page[size]') ?? PAGE_SIZE_DEFAULT)
  if (!(number >= 1) || !(size >= 1 && size <= PAGE_SIZE_MAX)) return NOT_FOUND
  const profileId = query.get('filter[messaging_profile_id]')
  const matching = rows.filter((row) => profileId === null || row.messaging_profile_id === profileId)
  const meta = {
    total_pages: Math.ceil(matching.length / size),
    total_results: matching.length,
    page_number: number,
    page_size: size,
  }
  return { status: 200, body: { data: matching.slice((number - 1) * size, number * size), meta } }
}

function found(data: unknown): TelnyxAnswer {
  return { status: 200, body: { data } }
}

const BALANCE = {
  ...{ record_type: 'balance', pending: '1.00', balance: '300.00', credit_limit: '100.00' },
  ...{ available_credit: '400.00', currency: 'USD' },
}
const NOT_FOUND = errorAnswer(404, '10005', 'Resource not found', 'The resource could not be found.')
const INVALID_NUMBER = errorAnswer(422, '10002', 'Invalid phone number', 'The phone number is invalid.')
