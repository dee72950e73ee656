export { keyedSecrets } from './keyed-secrets.js'
export { nodeModule } from './node-module.js'
export { randomIds } from './random-ids.js'
export { systemClock } from './system-clock.js'
