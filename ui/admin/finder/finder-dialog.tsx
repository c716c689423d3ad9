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
import { type Destination, type FoundPage, findLocally, NEW_APPOINTMENT } from './local-matches.ts'

/** An appointment, as the list of bookings has it. */
type FoundBooking = InferResponseType<typeof admin.bookings.$get>['bookings'][number]

/** Something that the search finds. */
type Match =
  | { kind: 'patient'; patient: FoundPatient }
  | { kind: 'booking'; booking: FoundBooking }
  | { kind: 'place'; place: Destination }

/** Characters that a search for patients and appointments needs; shorter texts would find too many. */
const SHORTEST_SEARCH = 2
/** The number of appointments that are shown. */
const BOOKINGS_SHOWN = 5

type FinderDialogProps = {
  /** The pages of the navigation. */
  pages: readonly FoundPage[]
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
  const [, changeAddress] = useSearchState('booking', 'new', 'ask')
  const search = text.trim()
  const { matches, hasFailed } = useMatches(search, pages)
  // The alert says what happened instead.
  const nothingText = hasFailed ? '' : 'Nichts gefunden'

  const choose = (match: Match) => {
    onClose()
    switch (match.kind) {
      case 'booking':
        return changeAddress({ booking: match.booking.id, new: '', ask: '' }, { push: true })
      case 'patient':
        return navigate(`/admin/patients/${encodeURIComponent(match.patient.booking_id)}`)
      case 'place':
        // A dialog over the current page keeps the rest of its address.
        if (match.place.to === NEW_APPOINTMENT) return changeAddress({ new: '1' }, { push: true })
        return navigate(match.place.to)
    }
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
        {search !== '' && !hasFailed && matches?.length === 0 && (
          <p className="muted small mt-2">Nichts gefunden.</p>
        )}
      </div>
    </Dialog>
  )
}

/**
 * Returns what the search finds, patients and appointments first; undefined while they load. Only staff who
 * work with patients search for these, and `hasFailed` tells that one of the two could not be searched.
 */
function useMatches(search: string, pages: readonly FoundPage[]) {
  const canOpen = useCanOpen()
  const asksServer = useSeesPatients() && search.length >= SHORTEST_SEARCH
  const patients = useQuery({ ...adminQuery(admin.patients, { query: { q: search } }), enabled: asksServer })
  const coming = useQuery({
    ...adminQuery(admin.bookings, { query: { search, when: 'coming', limit: String(BOOKINGS_SHOWN) } }),
    enabled: asksServer,
  })
  const isLoading = asksServer && (patients.isPending || coming.isPending)
  // Memoised, because the field treats another array as new matches.
  const matches = useMemo((): Match[] | undefined => {
    if (isLoading) return undefined
    const places = findLocally(search, pages, canOpen).map((place) => ({ kind: 'place', place }) as const)
    if (!asksServer) return places
    return [
      ...(patients.data ?? []).map((patient) => ({ kind: 'patient', patient }) as const),
      ...(coming.data?.bookings ?? []).map((booking) => ({ kind: 'booking', booking }) as const),
      ...places,
    ]
  }, [isLoading, asksServer, search, pages, canOpen, patients.data, coming.data])
  return { matches, hasFailed: asksServer && (patients.isError || coming.isError) }
}

function matchKey(match: Match): string {
  if (match.kind === 'patient') return `patient ${match.patient.booking_id}`
  if (match.kind === 'booking') return `booking ${match.booking.id}`
  return `${match.place.kind} ${match.place.to} ${match.place.title}`
}

/** A match in the list: its name, and its kind beside it. */
function MatchText({ match }: { match: Match }) {
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
