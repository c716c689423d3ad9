import { useQuery } from '@tanstack/react-query'
import type { InferResponseType } from 'hono/client'
import { useMemo } from 'react'
import { admin, adminQuery } from '../../api/admin.ts'
import { type FoundPatient, SHORTEST_PATIENT_SEARCH } from '../appointment/patient-query.ts'
import { useCanOpen, useSeesPatients } from '../components/page-access.ts'
import { type Destination, type FindablePage, findLocally } from './local-matches.ts'

/** An appointment, as the list of bookings has it. */
export type FoundBooking = InferResponseType<typeof admin.bookings.$get>['bookings'][number]

/** Something that the search finds. */
export type FinderMatch =
  | { kind: 'patient'; patient: FoundPatient }
  | { kind: 'booking'; booking: FoundBooking }
  | { kind: 'place'; place: Destination }

/** The number of appointments that are shown. */
const BOOKINGS_SHOWN = 5

/**
 * Returns what the search finds, patients and appointments first; undefined while they load. Only staff who
 * work with patients search for these, and `hasFailed` tells that one of the two could not be searched.
 */
export function useFinderMatches(searchText: string, pages: readonly FindablePage[]) {
  const canOpen = useCanOpen()
  const asksServer = useSeesPatients() && searchText.length >= SHORTEST_PATIENT_SEARCH
  // Appointments are found by their patient, so both searches need as many characters.
  const patientsQuery = useQuery({
    ...adminQuery(admin.patients, { query: { q: searchText } }),
    enabled: asksServer,
  })
  const bookingsQuery = useQuery({
    ...adminQuery(admin.bookings, {
      query: { search: searchText, when: 'coming', limit: String(BOOKINGS_SHOWN) },
    }),
    enabled: asksServer,
  })
  const isLoading = asksServer && (patientsQuery.isPending || bookingsQuery.isPending)
  // Memoised, because the field treats another array as new matches.
  const matches = useMemo((): FinderMatch[] | undefined => {
    if (isLoading) return undefined
    const places = findLocally(searchText, pages, canOpen).map((place) => ({ kind: 'place', place }) as const)
    if (!asksServer) return places
    return [
      ...(patientsQuery.data ?? []).map((patient) => ({ kind: 'patient', patient }) as const),
      ...(bookingsQuery.data?.bookings ?? []).map((booking) => ({ kind: 'booking', booking }) as const),
      ...places,
    ]
  }, [isLoading, asksServer, searchText, pages, canOpen, patientsQuery.data, bookingsQuery.data])
  return { matches, hasFailed: asksServer && (patientsQuery.isError || bookingsQuery.isError) }
}

/** Returns the React key of a match. */
export function matchKey(match: FinderMatch): string {
  if (match.kind === 'patient') return `patient ${match.patient.booking_id}`
  if (match.kind === 'booking') return `booking ${match.booking.id}`
  return `${match.place.kind} ${match.place.to} ${match.place.title}`
}
