import { type FormEvent, useId } from 'react'
import { WEEKDAYS, type Weekday } from '../../../src/shared/hours.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/checkbox.tsx'
import { Dialog } from '../../components/dialog.tsx'
import styles from './copy-day-dialog.module.css'

type CopyDayDialogProps = {
  /** The day whose hours others shall have; undefined while nobody asks. */
  day: Weekday | undefined
  onCopy: (days: readonly Weekday[]) => void
  onClose: () => void
}

/** Takes the hours of one day over to others; nothing is saved by that. */
export function CopyDayDialog({ day, onCopy, onClose }: CopyDayDialogProps) {
  const formId = useId()
  const name = WEEKDAYS.find(({ weekday }) => weekday === day)?.name
  const others = WEEKDAYS.filter(({ weekday }) => weekday !== day)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = new FormData(event.currentTarget).getAll('day').map(Number)
    onCopy(others.map(({ weekday }) => weekday).filter((weekday) => chosen.includes(weekday)))
  }

  return (
    <Dialog
      open={day !== undefined}
      onClose={onClose}
      title={`Zeiten von ${name} übertragen`}
      actions={
        <>
          <Button onClick={onClose}>Abbrechen</Button>
          <Button kind="main" type="submit" form={formId}>
            Übertragen
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit}>
        <fieldset className={styles.days}>
          <legend className={styles.question}>Welche Tage sollen dieselben Zeiten haben?</legend>
          {others.map(({ weekday, name }) => (
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

function isWorkday(day: Weekday | undefined): boolean {
  return day !== undefined && day >= 1 && day <= 5
}
