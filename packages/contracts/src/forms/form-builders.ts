import type { FormEntry } from '@carillon/core'
import { ANN, NOW, ids, type Of } from '../fixtures/builders.js'

/** An entry for Ann, who was just sent her first code. */
export function aFormEntry(given: Of<FormEntry>): FormEntry {
  return {
    id: ids.next('ent'),
    group: ids.next('grp'),
    phone: ANN,
    version: 1,
    address: '192.0.2.1',
    network: '192.0.2.1',
    agent: 'A browser',
    createdAt: NOW,
    codeMessage: ids.next('msg'),
    codeAt: NOW,
    codes: 1,
    texts: 1,
    attempts: 0,
    confirmedAt: null,
    ...given,
  }
}
