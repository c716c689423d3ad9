import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { NOTE_LENGTH } from '../../../src/shared/booking-limits.ts'
import { refreshAdminData } from '../../api/admin.ts'
import { Button } from '../../components/button.tsx'
import { Field, TextArea } from '../../components/field.tsx'
import { focusAtOnce } from '../../components/focus.ts'
import { SAVE_FAILURE, toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { useUnsaved } from '../forms/use-unsaved.ts'

type InternalNoteProps = {
  label: string
  /** The stored text; empty without one. */
  note: string
  save: (text: string) => Promise<unknown>
}

/** A note that only the practice sees. A press opens its field (docs/behaviour.md 19.60). */
export function InternalNote({ label, note, save }: InternalNoteProps) {
  /** The typed text; undefined while the field is closed. */
  const [text, setText] = useState<string>()
  // The button takes the focus when it replaces the field, but not when the details open.
  const [hasBeenOpen, setHasBeenOpen] = useState(false)
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refreshAdminData()
      setText(undefined)
    },
  })
  useUnsaved(text !== undefined && text !== note && !saving.isPending)
  if (text === undefined)
    return (
      <StoredNote
        label={label}
        note={note}
        takesFocus={hasBeenOpen}
        onChange={() => {
          setText(note)
          setHasBeenOpen(true)
        }}
      />
    )
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        saving.mutate(text)
      }}
    >
      <Field label={label} help="Sieht nur die Ordination. Steht in keiner Nachricht.">
        <TextArea
          value={text}
          maxLength={NOTE_LENGTH}
          ref={focusAtOnce}
          onChange={({ target }) => setText(target.value)}
        />
      </Field>
      <OutcomeBanner outcome={toOutcome(saving.error, SAVE_FAILURE)} />
      <div className="row">
        <Button type="submit" kind="primary" size="small" busy={saving.isPending}>
          Notiz speichern
        </Button>
        <Button size="small" onClick={() => setText(undefined)}>
          Zurück
        </Button>
      </div>
    </form>
  )
}

type StoredNoteProps = Pick<InternalNoteProps, 'label' | 'note'> & {
  /** True after the field was open, whose button had the focus. */
  takesFocus: boolean
  onChange: () => void
}

/** The stored note, with the button that opens its field. */
function StoredNote({ label, note, takesFocus, onChange }: StoredNoteProps) {
  return (
    <div className={note ? 'well small' : undefined}>
      {note && (
        <p className="break" style={{ whiteSpace: 'pre-line' }}>
          <b>{label}:</b> {note}
        </p>
      )}
      <Button kind="link" ref={takesFocus ? focusAtOnce : undefined} onClick={onChange}>
        {note ? `${label} ändern` : `${label} schreiben`}
      </Button>
    </div>
  )
}
