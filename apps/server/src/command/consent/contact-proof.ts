import { InvalidArgumentError, type Command } from 'commander'
import { isPhoneNumber } from '@carillon/core'
import { UserError } from '../../settings/user-error.js'
import { asJson } from '../../terminal/as-json.js'
import { examples } from '../../terminal/examples.js'
import { saveWhole } from '../../terminal/save-whole.js'
import type { Shell } from '../../terminal/shell.js'
import { withAdmin } from '../client/admin-client.js'
import { brokenResponse } from '../client/broken-response.js'
import { proofSummary } from './consent-proof-words.js'

export function addProofCommand(contacts: Command, shell: Shell): void {
  const proof = contacts
    .command('proof')
    .description('Show why a number may or may not be texted: every change of its consent, and the messages about it')
    .argument('<phoneNumber>', 'the number, such as +12025550123', phoneNumber)
    .requiredOption('--account <name>', 'the account')
    .option('--html', 'write an HTML page for printing', false)
    .option('--json', 'print JSON', false)
    .option('--out <file>', 'the file to write (default: standard output)')
    .addHelpText(
      'after',
      examples(
        'carillon contacts proof +12025550123 --account Acme',
        'carillon contacts proof +12025550123 --account Acme --html --out proof.html',
      ),
    )
  proof.action((phone: string, options: Omit<ProofOptions, 'phone'>) => {
    if (options.html && options.json) proof.error('error: --html and --json cannot be combined')
    return proveConsent({ phone, ...options }, shell)
  })
}

type ProofOptions = {
  readonly phone: string
  readonly account: string
  readonly html: boolean
  readonly json: boolean
  readonly out?: string
}

async function proveConsent({ phone, account, html, json, out }: ProofOptions, shell: Shell): Promise<void> {
  const one = { account, phoneNumber: phone }
  const shown = await withAdmin(shell, async ({ contacts }) => {
    if (html)
      return contacts.consentProofPage(one).catch((error: unknown) => {
        const broken = brokenResponse(error)
        throw broken === null ? error : new UserError(`The proof is incomplete: ${broken.message}`, { cause: error })
      })
    const proof = await contacts.consentProof(one)
    return json ? asJson(proof) : proofSummary(proof)
  })
  if (out === undefined) {
    shell.stdout.write(shown)
    return
  }
  await saveWhole({ content: [shown], file: out, mode: FOR_ITS_OWNER }).catch((error: Error) => {
    throw new UserError(`The proof could not be saved: ${error.message}`, { cause: error })
  })
  shell.stderr.write(`The consent proof of ${phone} is in ${out}\n`)
}

/** Only the owner may read the file, because the proof contains personal data. */
const FOR_ITS_OWNER = 0o600

function phoneNumber(given: string): string {
  if (!isPhoneNumber(given)) throw new InvalidArgumentError('It must be in E.164 form, such as +12025550123.')
  return given
}
