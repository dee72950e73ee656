import type { ContactImport, ImportView, ImportWithName, PreviewedRow, RejectedRow } from '@carillon/core'

/** `undefined` fields are omitted from the JSON. */
export function importResponse({ imported, userName }: ImportWithName) {
  const { id, status, user, file, mapping, plan, progress, failure, createdAt, startedAt, endedAt } = imported
  const { rows, created, updated, unchanged, joined, rejected } = progress.totals
  return {
    id,
    status,
    file,
    mapping,
    groups: plan?.groups,
    onExisting: plan?.onExisting,
    isChecked: isChecked(imported),
    progress: { rows, created, updated, unchanged, joined, rejected },
    faults: progress.faults.map(({ class: name, reason, count }) => ({
      class: name,
      column: columnOf(name),
      reason,
      count,
    })),
    failure: failure ?? undefined,
    createdBy: { id: user, name: userName ?? undefined },
    createdAt,
    startedAt: startedAt ?? undefined,
    endedAt: endedAt ?? undefined,
  }
}

/** Whether all faults of the file are known before it is imported. */
function isChecked({ status, file, progress }: ContactImport): boolean {
  return status === 'ready' && file.rows > 0 && progress.totals.rows === file.rows
}

export function importViewResponse({ preview, ...found }: ImportView) {
  return { ...importResponse(found), preview: preview.map(previewedResponse) }
}

function previewedResponse({ line, cells, contact, fault }: PreviewedRow) {
  if (contact === null) return { line, cells: cells ?? undefined, fault: fault && faultResponse(fault) }
  const { phone, ...profile } = contact
  return { line, cells: cells ?? undefined, contact: { phoneNumber: phone, ...profile } }
}

export function rejectedResponse({ line, cells, ...fault }: RejectedRow) {
  return { line, cells: cells ?? undefined, ...faultResponse(fault) }
}

function faultResponse({ class: name, reason }: Pick<RejectedRow, 'class' | 'reason'>) {
  return { class: name, column: columnOf(name), reason }
}

/** The target of the column that the fault is in: a column of contacts, or the key of a custom field. */
function columnOf(faultClass: string): string | undefined {
  const [column, fault] = faultClass.split(':')
  return fault === undefined ? undefined : column
}
