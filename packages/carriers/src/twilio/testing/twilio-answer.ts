/** An answer of the API, before it is written. */
export type TwilioAnswer = {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly json: unknown
}

export type TwilioError = { readonly status: number; readonly code: number; readonly message: string }

export function errorAnswer({ status, code, message }: TwilioError): TwilioAnswer {
  return { status, json: { code, message, more_info: `https://www.twilio.com/docs/errors/${code}`, status } }
}

export const NOT_FOUND: TwilioError = { status: 404, code: 20404, message: 'The requested resource was not found' }
export const WRONG_METHOD: TwilioError = { status: 405, code: 20004, message: 'Method not allowed' }
export const UNAUTHENTICATED: TwilioError = { status: 401, code: 20003, message: 'Authenticate' }
