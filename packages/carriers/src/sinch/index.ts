export { SINCH_FIELDS, type SinchSettings } from './settings.js'
export { sinch } from './sinch.js'
