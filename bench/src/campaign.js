import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { filesByName } from './shared/files-by-name.js'

/**
 * `node bench/src/campaign.js NAME [--seed N] [--short] [--store NAME] [--through NODE]`: attacks the service until an
 * invariant is violated or the run ends. Each campaign is a file `NAME.campaign.js` below `campaigns/` that exports
 * `campaign`: a title, and `run({ seed, short, say })`, which returns its figures and throws if an invariant is violated. A
 * campaign that runs on several stores takes `store` to run on one of them, and one that runs through several nodes of a
 * cluster takes `through` to use one of them. All random choices derive from the seed, which is printed first: the same
 * seed repeats the same requests.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    short: { type: 'boolean', default: false },
    store: { type: 'string' },
    through: { type: 'string' },
  },
})

const seed = options.seed === undefined ? Date.now() % 1_000_000 : Number(options.seed)
const [name] = positionals
const campaigns = await filesByName(join(import.meta.dirname, 'campaigns'), '.campaign.js')
if (positionals.length !== 1 || !campaigns.has(name) || !Number.isSafeInteger(seed)) {
  console.error(
    `Usage: npm run campaign -- NAME [--seed N] [--short] [--store NAME] [--through NODE]\nCampaigns: ${[...campaigns.keys()].join(', ')}`,
  )
  process.exit(2)
}

const { campaign } = await import(campaigns.get(name))
console.log(`${name}: ${campaign.title}\nseed ${seed}${options.short ? ', short form' : ''}`)
const startedAt = performance.now()
try {
  const figures = await campaign.run({
    seed,
    short: options.short,
    store: options.store,
    through: options.through,
    say: (text) => console.log(`  ${text}`),
  })
  for (const [figure, value] of Object.entries(figures)) console.log(`${figure.padEnd(48)} ${value}`)
  console.log(`every invariant held, in ${seconds(startedAt)} s`)
} catch (error) {
  console.error(`broken after ${seconds(startedAt)} s, seed ${seed}:`, error)
  process.exitCode = 1
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}
