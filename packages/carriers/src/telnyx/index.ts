export { telnyx } from './telnyx.js'
export { TELNYX_FIELDS, type TelnyxSettings } from './settings.js'
