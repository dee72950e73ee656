import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { numberOf } from './shared/contact-numbers.js'

/**
 * `node bench/src/make-contacts.js --rows N > people.csv`: writes a contact file of any size, always the same, with a
 * different number in every row.
 */
const { rows } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } }).values

process.stdout.write('phoneNumber,firstName,lastName,email,birthDate,city,postalCode,country\n')
for (let i = 0; i < Number(rows); i++) {
  if (!process.stdout.write(`${rowOf(i)}\n`)) await once(process.stdout, 'drain')
}

function rowOf(i) {
  const day = String((i % 28) + 1).padStart(2, '0')
  const zip = String(10_001 + (i % 80_000)).padStart(5, '0')
  return `${numberOf(i)},Ann${i},Lee${i % 977},ann${i}@example.com,1990-01-${day},Town${i % 99},${zip},US`
}
