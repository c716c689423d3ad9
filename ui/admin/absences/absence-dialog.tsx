import { useMemo } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { draftSchema } from '../forms/draft-schema.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useSubmitForm } from '../forms/use-submit-form.ts'
import { confirmLossOfChanges } from '../forms/use-unsaved.ts'
import { ResourceField } from '../resources/resource-field.tsx'
import { type AbsenceDraft, type EnteredKind, readAbsenceDraft } from './absence-draft.ts'
import { BlockFields, ClosureFields } from './absence-fields.tsx'
import { checkAndSaveAbsence } from './check-and-save-absence.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConflictsBanner } from './conflicts-banner.tsx'

/** The title and button of each form, its button after a question, and the title of the following dialog. */
const TEXTS = {
  block: { save: 'Zeit sperren', anyway: 'Trotzdem sperren', savedTitle: 'Die Zeit ist gesperrt.' },
  closure: {
    save: 'Ordination schließen',
    anyway: 'Trotzdem schließen',
    savedTitle: 'Die Ordination ist geschlossen.',
  },
  /** A closure of one doctor or room. */
  away: {
    save: 'Abwesenheit eintragen',
    anyway: 'Trotzdem eintragen',
    savedTitle: 'Die Abwesenheit ist eingetragen.',
  },
} as const

type AbsenceDialogProps = {
  kind: EnteredKind
  /** The initial day of the fields. */
  day: Day
  /** The initial start and end of the fields, as `HH:MM`. */
  start?: string | undefined
  end?: string | undefined
  /** The id of the initially chosen doctor or room; '' for all. */
  resourceId?: string | undefined
  onClose: () => void
}

/**
 * Blocks some hours of a day, or closes the practice for days. Appointments in that time can be moved or
 * cancelled afterwards.
 */
export function AbsenceDialog({
  kind,
  day,
  start = '',
  end = '',
  resourceId = '',
  onClose,
}: AbsenceDialogProps) {
  const firstDraft = { title: '', reason: '', from: day, to: day, start, end, resource_id: resourceId }
  const form = useAbsenceForm({ kind, firstDraft, onClose })
  const { isSaved = false, conflicts = [], moveCount = 0 } = form.answer ?? {}
  // Another time has other conflicts, so changing a field withdraws the question.
  const needsConfirmation = conflicts.length + moveCount > 0 && !form.dirty
  const typed = form.watch()
  const isOfWholePractice = typed.resource_id === ''
  const texts = textsOf({ kind, isOfWholePractice })
  const close = () => {
    const hasTexts = typed.title !== '' || typed.reason !== ''
    if (!hasTexts || confirmLossOfChanges('Trotzdem schließen?')) onClose()
  }
  if (isSaved && conflicts.length > 0)
    return <ConflictDialog title={texts.savedTitle} bookings={conflicts} onClose={onClose} />
  return (
    <Dialog open onClose={close} title={texts.save}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (needsConfirmation ? form.submitAnyway() : form.submit())
        }}
      >
        {kind === 'block' ? (
          <BlockFields form={form} />
        ) : (
          <ClosureFields form={form} isOfWholePractice={isOfWholePractice} />
        )}
        <ResourceField form={form} name="resource_id" allLabel="Ganze Ordination" />
        {needsConfirmation && conflicts.length > 0 && <ConflictsBanner conflicts={conflicts} />}
        {needsConfirmation && moveCount > 0 && (
          <Banner tone="warning" role="alert" title={movesText(moveCount)} />
        )}
        <OutcomeBanner outcome={form.outcome} />
        <div className="row end">
          <Button onClick={close}>Abbrechen</Button>
          <Button type="submit" kind="primary" busy={form.busy} busyText="Speichern …">
            {needsConfirmation ? texts.anyway : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

type AbsenceFormOptions = Pick<AbsenceDialogProps, 'kind' | 'onClose'> & {
  /** The initial values of the fields. */
  firstDraft: AbsenceDraft
}

/** The form that saves an absence, or asks first if appointments or moves conflict with it. */
function useAbsenceForm({ kind, firstDraft, onClose }: AbsenceFormOptions) {
  const schema = useMemo(() => draftSchema((draft: AbsenceDraft) => readAbsenceDraft(kind, draft)), [kind])
  const form = useSubmitForm({
    schema,
    defaultValues: firstDraft,
    send: (absence, { force }) => checkAndSaveAbsence(absence, force),
    // The fields stay as they are, because the question is about them.
    valuesAfter: (): AbsenceDraft => form.getValues(),
    onSuccess: async ({ isSaved, conflicts }) => {
      if (!isSaved) return
      await refreshAdminData()
      if (conflicts.length === 0) onClose()
    },
  })
  return form
}

/** Returns the texts of the form for this kind of absence. */
function textsOf({ kind, isOfWholePractice }: { kind: EnteredKind; isOfWholePractice: boolean }) {
  if (kind === 'block') return TEXTS.block
  return isOfWholePractice ? TEXTS.closure : TEXTS.away
}

/** Returns a sentence about the moves to this time that patients have asked for. */
function movesText(count: number): string {
  return count === 1
    ? 'Eine angefragte Verschiebung in diese Zeit wird abgelehnt. Der Patient bekommt eine E-Mail.'
    : `${count} angefragte Verschiebungen in diese Zeit werden abgelehnt. Die Patienten bekommen eine E-Mail.`
}
