import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { admin, adminAnswer } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { serverNow } from '../../api/server-clock.ts'
import { viennaDay } from '../../booking/time/vienna-day.ts'
import { refreshShown } from '../refresh-shown.ts'
import { type BookingEntry, EMPTY_ENTRY, type EntryFaults, readEntry, serverFaults } from './booking-entry.ts'

export type EntryForm = ReturnType<typeof useBookingEntry>

/** An appointment being taken down. What is wrong stands at its field, and the first such field takes the focus. */
export function useBookingEntry(
  start: Pick<BookingEntry, 'day' | 'time'>,
  onEntered: (booking: string) => void,
) {
  const client = useQueryClient()
  const [entry, setEntry] = useState<BookingEntry>({ ...EMPTY_ENTRY, ...start })
  const [faults, setFaults] = useState<EntryFaults>({})
  const [failure, setFailure] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  useFirstFault(refusals)

  const set = (changes: Partial<BookingEntry>) => {
    setEntry((before) => ({ ...before, ...changes }))
    // What has been changed since is no longer known to be wrong; another day or service makes another time right.
    const mended = Object.keys(changes).some((name) => name === 'day' || name === 'service') ? ['time'] : []
    setFaults((before) =>
      Object.fromEntries(
        Object.entries(before).filter(([name]) => !(name in changes) && !mended.includes(name)),
      ),
    )
  }

  const submit = async () => {
    setFailure(undefined)
    const read = readEntry(entry, viennaDay(serverNow()))
    setFaults(read.faults ?? {})
    if (!read.request) return setRefusals((before) => before + 1)
    try {
      const { id } = await adminAnswer(admin.bookings.$post({ json: read.request }))
      await refreshShown(client)
      onEntered(id)
    } catch (fault) {
      const { code, fields, message } = fault instanceof ApiError ? fault : NO_WORD
      const found = code === 'slot_taken' ? { time: message } : serverFaults(fields)
      setFaults(found)
      setRefusals((before) => before + 1)
      if (Object.keys(found).length === 0) setFailure(message)
      if (code === 'slot_taken') void client.invalidateQueries({ queryKey: ['admin', 'free'] })
    }
  }

  return { entry, set, faults, failure, submit }
}

const NO_WORD = { code: '', fields: {}, message: 'Der Termin konnte nicht eingetragen werden.' }

/** After each refusal; not while what is wrong is being mended. */
function useFirstFault(refusals: number) {
  useEffect(() => {
    if (refusals === 0) return
    // The fields stand in the order of reading; one in "Weitere Angaben" is there only a frame later, when those have opened.
    const frame = requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('dialog[open] [aria-invalid="true"]')?.focus(),
    )
    return () => cancelAnimationFrame(frame)
  }, [refusals])
}
