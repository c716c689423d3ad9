import { type FormEvent, useId } from 'react'
import { WEEKDAYS, type Weekday } from '../../../src/shared/hours.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'

type CopyDayDialogProps = {
  day: Weekday
  onCopy: (days: readonly Weekday[]) => void
  onClose: () => void
}

/**
 * Asks to which days the hours of one day are copied. Only the form changes; nothing is saved. For a day from
 * Monday to Friday, the other working days are preselected.
 */
export function CopyDayDialog({ day, onCopy, onClose }: CopyDayDialogProps) {
  const formId = useId()
  const dayName = WEEKDAYS.find(({ weekday }) => weekday === day)?.name
  const otherDays = WEEKDAYS.filter(({ weekday }) => weekday !== day)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // React passes the event through the portal to the form of the week, which must not save.
    event.stopPropagation()
    const chosenDays = new FormData(event.currentTarget).getAll('day').map(Number)
    onCopy(otherDays.map(({ weekday }) => weekday).filter((weekday) => chosenDays.includes(weekday)))
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={`Zeiten von ${dayName} übertragen`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="primary" type="submit" form={formId}>
            Übertragen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <fieldset className="stack gap-2">
          <legend className="mb-3">Welche Tage sollen dieselben Zeiten haben?</legend>
          {otherDays.map(({ weekday, name }) => (
            <Checkbox
              key={weekday}
              name="day"
              value={weekday}
              defaultChecked={isWorkday(weekday) && isWorkday(day)}
            >
              {name}
            </Checkbox>
          ))}
        </fieldset>
      </form>
    </Dialog>
  )
}

/** Returns whether the day is one from Monday (1) to Friday (5). */
function isWorkday(day: Weekday): boolean {
  return day >= 1 && day <= 5
}
