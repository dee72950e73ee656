/** @typedef {import('./measure.js').Bench} Bench */
/** @typedef {import('./measure.js').Medians} Medians */

/** The object that `--json` prints for a bench. A goal is met if its ratio equals the limit or is better. */
export function resultOf(name, /** @type {Bench} */ bench, /** @type {Medians} */ medians) {
  const { ours, variants, slowest, peers, figures } = medians
  return {
    bench: name,
    unit: bench.unit,
    ours,
    ...(isEmpty(variants) ? {} : { variants }),
    ...(slowest && { slowest }),
    peers,
    ...(bench.limit && { limit: { name: bench.limit.name, value: medians.limit } }),
    goals: bench.goals.flatMap(({ text, ratio: ratioOf, atLeast, atMost }) => {
      const ratio = ratioOf(medians)
      if (ratio === null) return []
      const met = atLeast !== undefined ? ratio >= atLeast : ratio <= atMost
      return [{ text, ratio, goal: atLeast ?? atMost, met }]
    }),
    ...(isEmpty(figures) ? {} : { figures }),
  }
}

/** The result as Markdown tables for docs/benchmarks.md. */
export function tableOf(/** @type {Bench} */ bench, result) {
  const { unit, ours, variants = {}, slowest, peers, limit, goals, figures = {} } = result
  const values = [
    ['ours', ours, slowest?.ours],
    ...Object.entries(variants).map(([name, value]) => [`ours: ${name}`, value, slowest?.variants[name]]),
    ...Object.entries(peers).map(([name, value]) => [`peer: ${name}`, value]),
    ...(limit ? [[`limit: ${limit.name}`, limit.value]] : []),
  ]
  return [
    `## ${bench.title}`,
    '',
    ...alignedRows(
      slowest
        ? [
            ['', `${unit}, median`, 'slowest'],
            ['---', '---:', '---:'],
            ...values.map(([name, value, worst]) => rowOf([name, value, worst])),
          ]
        : [['', unit], ['---', '---:'], ...values.map(([name, value]) => rowOf([name, value]))],
    ),
    '',
    ...alignedRows([
      ['goal', 'measured', 'met'],
      ['---', '---:', '---'],
      ...goals.map(({ text, ratio, met }) => [text, figure(ratio), met ? 'yes' : 'no']),
    ]),
    ...figureTables(figures).flatMap((rows) => ['', ...alignedRows(rows)]),
  ].join('\n')
}

/**
 * Shows the progress of a long check: each percent on a terminal; elsewhere, a line every ten percent, for a short log.
 */
export function progressOn(stream) {
  let last = 0
  return (done, total) => {
    const percent = Math.floor((done / total) * (stream.isTTY ? 100 : 10)) * (stream.isTTY ? 1 : 10)
    if (percent === last) return
    last = percent
    const text = `checked ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
    stream.write(stream.isTTY ? `\r${text}${done === total ? '\n' : ''}` : `${text}\n`)
  }
}

/** Those with a median and a worst value have a table of their own. */
function figureTables(figures) {
  const single = Object.entries(figures).filter(([, value]) => typeof value === 'number')
  const spread = Object.entries(figures).filter(([, value]) => typeof value !== 'number')
  return [
    ...(single.length === 0 ? [] : [[['also measured', ''], ['---', '---:'], ...single.map(rowOf)]]),
    ...(spread.length === 0
      ? []
      : [
          [
            ['also measured', 'median', 'worst'],
            ['---', '---:', '---:'],
            ...spread.map(([name, { median, worst }]) => rowOf([name, median, worst])),
          ],
        ]),
  ]
}

function rowOf([name, ...values]) {
  return [name, ...values.map((value) => (value === undefined ? '' : figure(value)))]
}

function isEmpty(record) {
  return Object.keys(record).length === 0
}

function figure(value) {
  if (value === 0) return '0'
  return value.toLocaleString(
    'en',
    value >= 100 ? { maximumFractionDigits: 0 } : { minimumSignificantDigits: 3, maximumSignificantDigits: 3 },
  )
}

function alignedRows(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)))
  return rows.map((row) => `| ${row.map((cell, column) => padded(cell, widths[column])).join(' | ')} |`)
}

function padded(cell, width) {
  if (cell.startsWith('---')) return cell.padStart(width, '-')
  return /^[\d.,]+$/.test(cell) ? cell.padStart(width) : cell.padEnd(width)
}
