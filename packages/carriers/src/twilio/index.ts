export { twilio } from './twilio.js'
export { TWILIO_FIELDS, type TwilioSettings } from './settings.js'
