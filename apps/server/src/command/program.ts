import { createRequire } from 'node:module'
import { Command } from 'commander'
import type { Shell } from '../terminal/shell.js'
import { addAccountCommands } from './accounts/account-commands.js'
import { addBroadcastCommands } from './broadcasts/broadcast-commands.js'
import { addCarrierCommands } from './carriers/carrier-commands.js'
import { addConsentCommands } from './consent/consent-commands.js'
import { addKeywordCommands } from './consent/keyword-commands.js'
import { addContactCommands } from './contacts/contact-commands.js'
import { addListCommands } from './contacts/list-commands.js'
import { addJobCommands } from './jobs/job-commands.js'
import { addLinkCommands } from './links/link-commands.js'
import { addScheduleCommands } from './schedules/schedule-commands.js'
import { addServerCommands } from './server/server-commands.js'
import { addUserCommands } from './users/user-commands.js'
import { addWebhookCommands } from './webhooks/webhook-commands.js'

/** The commands. All but `start`, `worker`, `migrate`, `distribute`, `backup` and `restore` are clients of a running server. */
export function createProgram(shell: Shell): Command {
  const program = new Command('carillon')
    .description('A messaging service: contacts, groups, consent, and texts that are sent exactly once')
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .version(`carillon ${VERSION}`, '-V, --version', 'print the version')
    .showHelpAfterError('(add --help for the commands and options)')
    .addHelpText('after', SETTINGS)
  addServerCommands(program, shell)
  addAccountCommands(program, shell)
  addContactCommands(program, shell)
  addListCommands(program, shell)
  addBroadcastCommands(program, shell)
  addScheduleCommands(program, shell)
  addLinkCommands(program, shell)
  addWebhookCommands(program, shell)
  addConsentCommands(program, shell)
  addKeywordCommands(program, shell)
  addUserCommands(program, shell)
  addJobCommands(program, shell)
  addCarrierCommands(program, shell)
  return program
}

const { version: VERSION } = createRequire(import.meta.url)('../../package.json') as { version: string }

const SETTINGS = `
Settings come from the environment:
  CARILLON_URL          the server to connect to (default: http://127.0.0.1:8080; https:// if CARILLON_TLS_CERT is set)
  CARILLON_ADMIN_TOKEN  the admin token (default: from the file admin-token in the data folder)
  CARILLON_DATA_DIR     the data folder (default: ./.carillon)

Try it out:
  $ carillon start`
