import { useMemo } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { admin, adminRequest, refreshShown } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormDay } from '../forms/day-field.tsx'
import { draftSchema } from '../forms/draft-schema.ts'
import { FormInput } from '../forms/form-fields.tsx'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { FormTime } from '../forms/time-field.tsx'
import { type FormOf, useSubmitForm } from '../forms/use-submit-form.ts'
import { ResourceField } from '../resources/resource-field.tsx'
import { type AbsenceDraft, type AbsenceRequest, type EnteredKind, readAbsence } from './absence-draft.ts'
import type { Conflict } from './conflict.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConflictList } from './conflict-list.tsx'

const TEXTS = {
  block: { save: 'Zeit sperren', anyway: 'Trotzdem sperren', saved: 'Die Zeit ist gesperrt.' },
  closure: {
    save: 'Ordination schließen',
    anyway: 'Trotzdem schließen',
    saved: 'Die Ordination ist geschlossen.',
  },
  /** A closure of one doctor or room. */
  away: {
    save: 'Abwesenheit eintragen',
    anyway: 'Trotzdem eintragen',
    saved: 'Die Abwesenheit ist eingetragen.',
  },
} as const

type AbsenceDialogProps = {
  kind: EnteredKind
  /** Day and times (`HH:MM`) that the fields show at first. */
  day: Day
  start?: string | undefined
  end?: string | undefined
  /** The id of the doctor or room that is chosen at first; '' for all. */
  resource?: string | undefined
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
  resource = '',
  onClose,
}: AbsenceDialogProps) {
  const schema = useMemo(() => draftSchema((draft: AbsenceDraft) => readAbsence(kind, draft)), [kind])
  const form = useSubmitForm({
    schema,
    defaultValues: {
      title: '',
      reason: '',
      from: day,
      to: day,
      start,
      end,
      resource_id: resource,
    } satisfies AbsenceDraft,
    send: saveAbsence,
    valuesAfter: (): AbsenceDraft => form.getValues(),
    onSuccess: async ({ saved, conflicts }) => {
      if (!saved) return
      await refreshShown()
      if (conflicts.length === 0) onClose()
    },
  })
  const { saved = false, conflicts = [], moves = 0 } = form.answer ?? {}
  // A changed time has other conflicts, so the question about the old ones goes.
  const asks = conflicts.length + moves > 0 && !form.dirty
  const isOfAll = form.watch('resource_id') === ''
  const texts = TEXTS[kind === 'closure' && !isOfAll ? 'away' : kind]
  if (saved && conflicts.length > 0)
    return <ConflictDialog title={texts.saved} bookings={conflicts} onClose={onClose} />
  return (
    <Dialog open onClose={onClose} title={texts.save}>
      <form
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void (asks ? form.submitAnyway() : form.submit())
        }}
      >
        {kind === 'block' ? <BlockFields form={form} /> : <ClosureFields form={form} isOfAll={isOfAll} />}
        <ResourceField form={form} name="resource_id" all="Ganze Ordination" />
        {asks && conflicts.length > 0 && <Conflicts conflicts={conflicts} />}
        {asks && moves > 0 && <Banner tone="warning" role="alert" title={movesText(moves)} />}
        <OutcomeBanner outcome={form.outcome} />
        <div className="row end">
          <Button onClick={onClose}>Abbrechen</Button>
          <Button type="submit" kind="primary" busy={form.busy} busyText="Speichern …">
            {asks ? texts.anyway : texts.save}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const TITLE_HELP = 'Für Ihren Kalender; Patientinnen und Patienten sehen ihn nicht.'

type FieldsProps = { form: FormOf<AbsenceDraft> }

/** The hours of a day that are blocked. */
function BlockFields({ form }: FieldsProps) {
  return (
    <>
      <div className="columns three">
        <FormDay form={form} name="from" label="Tag" min={viennaToday()} />
        <FormTime form={form} name="start" label="Von" data-autofocus />
        <FormTime form={form} name="end" label="Bis" />
      </div>
      <FormInput
        form={form}
        name="title"
        label="Titel (freiwillig)"
        help={TITLE_HELP}
        placeholder="Gesperrt"
      />
    </>
  )
}

/** The days that are closed. @param isOfAll true for the whole practice, whose reason patients read */
function ClosureFields({ form, isOfAll }: FieldsProps & { isOfAll: boolean }) {
  const today = viennaToday()
  return (
    <>
      <FormInput
        form={form}
        name="title"
        label="Titel"
        help={TITLE_HELP}
        placeholder="z. B. Urlaub"
        data-autofocus
      />
      <div className="columns">
        <FormDay form={form} name="from" label="Erster Tag" min={today} />
        <FormDay form={form} name="to" label="Letzter Tag" min={today} />
      </div>
      <FormInput
        form={form}
        name="reason"
        label="Grund (freiwillig)"
        help={
          isOfAll
            ? 'Steht in der Buchung bei den geschlossenen Tagen.'
            : 'In der Buchung steht ein Grund nur, wenn die ganze Ordination geschlossen ist.'
        }
        placeholder="z. B. Betriebsurlaub"
      />
    </>
  )
}

/** `moves` is the number of patients who ask to move an appointment into this time. */
type SaveResult = { saved: boolean; conflicts: readonly Conflict[]; moves: number }

/**
 * Saves an absence and returns the appointments within it (docs/behaviour.md 11.6). With any, only `force`
 * saves it.
 */
async function saveAbsence(json: AbsenceRequest, force: boolean): Promise<SaveResult> {
  const { conflicts, moves = 0 } = await adminRequest(admin.absences.check.$post({ json }))
  const saved = force || conflicts.length + moves === 0
  if (saved) await adminRequest(admin.absences.$post({ json }))
  return { saved, conflicts, moves }
}

function movesText(moves: number): string {
  return moves === 1
    ? 'Eine angefragte Verschiebung in diese Zeit wird abgelehnt. Der Patient bekommt eine E-Mail.'
    : `${moves} angefragte Verschiebungen in diese Zeit werden abgelehnt. Die Patienten bekommen eine E-Mail.`
}

function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  return (
    <Banner
      tone="warning"
      role="alert"
      title={
        conflicts.length === 1
          ? 'In dieser Zeit steht schon ein Termin.'
          : `In dieser Zeit stehen schon ${conflicts.length} Termine.`
      }
    >
      <p className="mb-3">
        {conflicts.length === 1
          ? 'Er bleibt bestehen. Im nächsten Schritt können Sie ihn verschieben oder absagen.'
          : 'Sie bleiben bestehen. Im nächsten Schritt können Sie sie verschieben oder absagen.'}
      </p>
      <ConflictList conflicts={conflicts} />
    </Banner>
  )
}
