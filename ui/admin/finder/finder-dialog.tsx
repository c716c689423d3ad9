import { useLocation } from 'wouter'
import { shortDayTime } from '../../../src/shared/format.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Dialog } from '../../components/dialog.tsx'
import { PatientFacts } from '../appointment/patient-facts.tsx'
import { Combobox } from '../components/combobox.tsx'
import { patientPath } from '../components/patient-path.ts'
import { useSearchState } from '../components/use-search-state.ts'
import styles from './finder.module.css'
import { FinderField } from './finder-field.tsx'
import { type FinderMatch, type FoundBooking, matchKey, useFinderMatches } from './finder-matches.ts'
import { type Destination, type FindablePage, NEW_APPOINTMENT } from './local-matches.ts'

type FinderDialogProps = {
  /** The pages that can be found. */
  pages: readonly FindablePage[]
  /** The typed text. */
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/**
 * A dialog with one field that finds everything: people, coming appointments, actions, pages and settings
 * (docs/behaviour.md 12.51). The chosen match is opened.
 */
export function FinderDialog({ pages, text, onText, onClose }: FinderDialogProps) {
  const [, navigate] = useLocation()
  const [, changeParams] = useSearchState('booking', 'new', 'ask')
  const searchText = text.trim()
  const { matches, hasFailed } = useFinderMatches(searchText, pages)
  // After a failure, the alert below the field says that people and appointments were not searched.
  const nothingText = hasFailed ? '' : 'Nichts gefunden'

  const choose = (match: FinderMatch) => {
    onClose()
    switch (match.kind) {
      case 'booking':
        return changeParams({ booking: match.booking.id, new: '', ask: '' }, { push: true })
      case 'patient':
        return navigate(patientPath(match.patient.booking_id))
      case 'place':
        // A dialog over the current page keeps the rest of its URL.
        if (match.place.to === NEW_APPOINTMENT) return changeParams({ new: '1' }, { push: true })
        return navigate(match.place.to)
    }
  }
  return (
    <Dialog open onClose={onClose} title="Finden">
      <div className={styles.finder}>
        <FinderField>
          <Combobox<FinderMatch>
            data-autofocus
            spellCheck={false}
            value={text}
            onChange={onText}
            options={matches}
            keyOf={matchKey}
            render={(match) => <MatchText match={match} />}
            onChoose={choose}
            listLabel="Gefunden"
            countText={(count) => (count === 0 ? nothingText : `${count} gefunden`)}
          />
        </FinderField>
        {hasFailed && (
          <p role="alert" className="small mt-2">
            Die Suche nach Personen und Terminen ist gerade nicht möglich.
          </p>
        )}
        {searchText !== '' && !hasFailed && matches?.length === 0 && (
          <p className="muted small mt-2">Nichts gefunden.</p>
        )}
      </div>
    </Dialog>
  )
}

/** A match in the list: its name, and its kind beside it. */
function MatchText({ match }: { match: FinderMatch }) {
  if (match.kind === 'patient') return <PatientFacts patient={match.patient} />
  const { title, about } = match.kind === 'place' ? match.place : bookingText(match.booking)
  return (
    <span className="row between gap-2">
      <b className="break">{title}</b>
      <span className="muted small num">{about}</span>
    </span>
  )
}

/** Returns how an appointment is shown: the patient's name, and beside it the time. */
function bookingText({ name, start }: FoundBooking): Pick<Destination, 'title' | 'about'> {
  return { title: name, about: `Termin ${shortDayTime(start, viennaToday())}` }
}
