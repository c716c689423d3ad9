import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Day } from '../../../src/shared/day.ts'
import { admin, adminAnswer } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { SAVE_FAILURE } from '../forms/use-submit-form.ts'
import { refreshShown } from '../refresh-shown.ts'
import {
  type AbsenceEntry,
  type AbsenceFaults,
  emptyEntry,
  formFaults,
  readAbsence,
} from './absence-entry.ts'
import type { Conflict } from './use-absences.ts'

/** An absence being entered. Appointments that stand within it are shown before it is saved. */
export function useAbsenceEntry(kind: AbsenceEntry['kind'], day: Day, onSaved: () => void) {
  const client = useQueryClient()
  const [entry, setEntry] = useState<AbsenceEntry>(() => emptyEntry(kind, day))
  const [faults, setFaults] = useState<AbsenceFaults>({})
  const [failure, setFailure] = useState<string>()
  /** Undefined until asked for. */
  const [conflicts, setConflicts] = useState<readonly Conflict[]>()
  const [busy, setBusy] = useState(false)

  const set = (changes: Readonly<Record<string, string>>) => {
    setEntry((before) => ({ ...before, ...changes }) as AbsenceEntry)
    setFaults((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))))
    setConflicts(undefined)
  }

  const submit = async () => {
    setFailure(undefined)
    const { input, faults: found = {} } = readAbsence(entry)
    setFaults(found)
    if (!input) return
    setBusy(true)
    try {
      if (conflicts === undefined) {
        const check = await adminAnswer(admin.absences.check.$post({ json: input }))
        setConflicts(check.conflicts)
        if (check.conflicts.length > 0) return
      }
      await adminAnswer(admin.absences.$post({ json: input }))
      await refreshShown(client)
      onSaved()
    } catch (fault) {
      const fields = fault instanceof ApiError ? formFaults(entry, fault.fields) : {}
      setFaults(fields)
      if (Object.keys(fields).length === 0)
        setFailure(fault instanceof ApiError ? fault.message : SAVE_FAILURE)
    } finally {
      setBusy(false)
    }
  }

  return { entry, set, faults, failure, conflicts: conflicts ?? [], busy, submit }
}
