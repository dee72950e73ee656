import { readdir } from 'node:fs/promises'
import { parseArgs } from 'node:util'

/**
 * `node bench/src/campaign.js NAME [--seed N] [--short] [--store NAME]`: attacks the service until an invariant breaks or the time
 * is up. Each campaign is a file of `campaigns/` that exports `campaign`: a title and `run({ seed, short, say })`,
 * which answers its figures and throws where an invariant does not hold; one that runs on several stores takes `store`,
 * to run on that alone. All that a campaign picks at random comes from
 * the seed, which is printed first: with the same one it asks the same again.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string' }, short: { type: 'boolean', default: false }, store: { type: 'string' } },
})

const seed = options.seed === undefined ? Date.now() % 1_000_000 : Number(options.seed)
const [name] = positionals
const known = await knownCampaigns()
if (positionals.length !== 1 || !known.includes(name) || !Number.isSafeInteger(seed)) {
  console.error(`Usage: npm run campaign -- NAME [--seed N] [--short] [--store NAME]\nCampaigns: ${known.join(', ')}`)
  process.exit(2)
}

const { campaign } = await import(`./campaigns/${name}.js`)
console.log(`${name}: ${campaign.title}\nseed ${seed}${options.short ? ', short form' : ''}`)
const startedAt = performance.now()
try {
  const figures = await campaign.run({
    seed,
    short: options.short,
    store: options.store,
    say: (text) => console.log(`  ${text}`),
  })
  for (const [figure, value] of Object.entries(figures)) console.log(`${figure.padEnd(48)} ${value}`)
  console.log(`every invariant held, in ${seconds(startedAt)} s`)
} catch (error) {
  console.error(`broken after ${seconds(startedAt)} s, seed ${seed}:`, error)
  process.exitCode = 1
}

async function knownCampaigns() {
  const files = await readdir(new URL('campaigns/', import.meta.url))
  return files
    .filter((file) => file.endsWith('.js'))
    .map((file) => file.slice(0, -'.js'.length))
    .toSorted()
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1)
}
