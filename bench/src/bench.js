import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measure } from './benches/measuring/measure.js'
import { progressOn, resultOf, tableOf } from './benches/measuring/report.js'
import { filesByName } from './shared/files-by-name.js'

/**
 * `node bench/src/bench.js [name…] [--seed N] [--contacts N] [--json]`: runs the named benches, or all. Each bench is
 * a file `NAME.bench.js` below `benches/`. A bench fails if a result is wrong, but never because it is slow. With
 * `--json` the last lines of the output are one object for each bench.
 */
const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    seed: { type: 'string', default: '1' },
    contacts: { type: 'string' },
  },
})

const run = { seed: Number(options.seed), ...(options.contacts && { contacts: Number(options.contacts) }) }
const benches = await filesByName(join(import.meta.dirname, 'benches'), '.bench.js')
const names = namesOf(positionals)
const results = []
for (const name of names) {
  try {
    results.push(await runBench(name, run))
  } catch (error) {
    console.error(`${name} failed:`, error)
    process.exitCode = 1
  }
}
if (options.json) for (const result of results) console.log(JSON.stringify(result))

function namesOf(positional) {
  const known = [...benches.keys()]
  const unknown = positional.filter((name) => !known.includes(name))
  if (unknown.length > 0) {
    console.error(`Unknown bench: ${unknown.join(', ')}. Benches: ${known.join(', ')}`)
    process.exit(2)
  }
  return positional.length > 0 ? positional : known
}

async function runBench(name, run) {
  const { bench } = await import(benches.get(name))
  const context = await bench.setup?.(run)
  try {
    const result = resultOf(name, bench, await measure(bench, context))
    console.log(tableOf(bench, result))
    const checked = await bench.check?.(context, { ...run, progress: progressOn(process.stderr) })
    if (checked !== undefined) console.log(`\nResult: ${checked}`)
    console.log()
    return result
  } finally {
    await bench.teardown?.(context)
  }
}
