export { bandwidth } from './bandwidth.js'
export { BANDWIDTH_FIELDS, type BandwidthSettings } from './settings.js'
