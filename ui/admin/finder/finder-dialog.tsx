import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useMemo } from 'react'
import { useLocation } from 'wouter'
import { shortDayTime } from '../../../src/shared/format.ts'
import { admin, adminQuery } from '../../api/admin.ts'
import { viennaToday } from '../../api/server-clock.ts'
import { Dialog } from '../../components/dialog.tsx'
import { PatientFacts } from '../appointment/patient-field.tsx'
import type { FoundPatient } from '../appointment/patient-query.ts'
import { Combobox } from '../components/combobox.tsx'
import { useCanOpen, useSeesPatients } from '../components/page-access.ts'
import { useSearchState } from '../components/use-search-state.ts'
import styles from './finder.module.css'
import { FinderField } from './finder-field.tsx'
import { type Destination, type FoundPage, findLocally } from './local-matches.ts'

type FoundBooking = InferResponseType<typeof admin.bookings.$get>['bookings'][number]

type Match =
  | { kind: 'patient'; patient: FoundPatient }
  | { kind: 'booking'; booking: FoundBooking }
  | { kind: 'place'; place: Destination }

/** Letters from which on patients and appointments are searched. */
const FEWEST_LETTERS = 2
/** The number of appointments that are shown, as the address of the call has it. */
const BOOKINGS_SHOWN = '5'

type FinderDialogProps = {
  /** The pages of the navigation. */
  pages: readonly FoundPage[]
  text: string
  onText: (text: string) => void
  onClose: () => void
}

/**
 * One field for everything: people, coming appointments, actions, pages and settings (docs/behaviour.md
 * 12.51).
 */
export function FinderDialog({ pages, text, onText, onClose }: FinderDialogProps) {
  const [, navigate] = useLocation()
  const [, change] = useSearchState('booking', 'new', 'ask')
  const canOpen = useCanOpen()
  const search = text.trim()
  const isSearched = useSeesPatients() && search.length >= FEWEST_LETTERS
  const patients = useQuery({ ...adminQuery(admin.patients, { query: { q: search } }), enabled: isSearched })
  const coming = useQuery({
    ...adminQuery(admin.bookings, { query: { search, when: 'coming', limit: BOOKINGS_SHOWN } }),
    enabled: isSearched,
  })
  const isLoading = isSearched && (patients.isPending || coming.isPending)
  const matches = useMemo((): Match[] | undefined => {
    if (isLoading) return undefined
    const places = findLocally(search, pages, canOpen).map((place) => ({ kind: 'place', place }) as const)
    if (!isSearched) return places
    return [
      ...(patients.data ?? []).map((patient) => ({ kind: 'patient', patient }) as const),
      ...(coming.data?.bookings ?? []).map((booking) => ({ kind: 'booking', booking }) as const),
      ...places,
    ]
  }, [isLoading, isSearched, search, pages, canOpen, patients.data, coming.data])

  const choose = (match: Match) => {
    onClose()
    if (match.kind === 'booking') change({ booking: match.booking.id, new: '', ask: '' }, { push: true })
    else if (match.kind === 'patient')
      navigate(`/admin/patients/${encodeURIComponent(match.patient.booking_id)}`)
    else if (match.place.to === '?new=1') change({ new: '1' }, { push: true })
    else navigate(match.place.to)
  }
  return (
    <Dialog open onClose={onClose} title="Finden">
      <div className={styles.finder}>
        <FinderField>
          <Combobox<Match>
            data-autofocus
            spellCheck={false}
            value={text}
            onChange={onText}
            options={matches}
            keyOf={keyOf}
            render={(match) => <Shown match={match} />}
            onChoose={choose}
            listLabel="Gefunden"
            countText={(count) => (count === 0 ? 'Nichts gefunden' : `${count} gefunden`)}
          />
        </FinderField>
        {search !== '' && matches?.length === 0 && <p className="muted small mt-2">Nichts gefunden.</p>}
      </div>
    </Dialog>
  )
}

function keyOf(match: Match): string {
  if (match.kind === 'patient') return `patient ${match.patient.booking_id}`
  if (match.kind === 'booking') return `booking ${match.booking.id}`
  return `${match.place.kind} ${match.place.to} ${match.place.title}`
}

function Shown({ match }: { match: Match }) {
  if (match.kind === 'patient') return <PatientFacts patient={match.patient} />
  const [title, about] =
    match.kind === 'booking'
      ? [match.booking.name, `Termin ${shortDayTime(match.booking.start, viennaToday())}`]
      : [match.place.title, match.place.about]
  return (
    <span className="row between gap-2">
      <b className="break">{title}</b>
      <span className="muted small num">{about}</span>
    </span>
  )
}
