import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { adminRequest, refreshAdminData } from '../../api/admin.ts'
import { Banner } from '../../components/banner.tsx'
import { toOutcome } from '../forms/form-outcome.ts'
import { OutcomeBanner } from '../forms/outcome-banner.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { FoundData } from './found-data.tsx'
import { type Person, personApi } from './person.ts'
import { type PatientSummary, remainderOf } from './privacy-text.ts'
import { RemainderList } from './remainder-list.tsx'

/** How far the erasure has come. After it, `patient` has the counts of what was erased and what is left. */
type Erasure = { state: 'not asked' | 'asked' } | { state: 'done'; patient: PatientSummary }

type StoredDataProps = {
  person: Person
  /** True on the page of the patient, which lists the appointments itself. */
  isBesideAppointments?: boolean
  onErased?: (patient: PatientSummary) => void
}

/**
 * Shows the counts of what is stored about a person, with export and erasure, and after an erasure what is
 * left.
 */
export function StoredData({ person, isBesideAppointments = false, onErased }: StoredDataProps) {
  const [erasure, setErasure] = useState<Erasure>({ state: 'not asked' })
  const { data: patient, error } = useQuery({
    queryKey: ['admin', 'privacy', 'person', person],
    queryFn: () => adminRequest(personApi.$post({ json: person })),
    enabled: erasure.state !== 'done',
    staleTime: 0,
    // Finding nobody is an error too, and retrying does not change it.
    retry: false,
  })
  if (erasure.state === 'done')
    return (
      <div role="status">
        <ErasedPatient patient={erasure.patient} />
      </div>
    )
  return (
    <div role="status">
      {error && <OutcomeBanner outcome={toOutcome(error, 'Die Suche ist fehlgeschlagen.')} />}
      {patient && !error && (
        <FoundData
          person={person}
          patient={patient}
          isBesideAppointments={isBesideAppointments}
          onErase={() => setErasure({ state: 'asked' })}
        />
      )}
      {patient && erasure.state === 'asked' && (
        <EraseDialog
          person={person}
          patient={patient}
          onClose={() => setErasure({ state: 'not asked' })}
          onErased={(erased) => {
            setErasure({ state: 'done', patient: erased })
            onErased?.(erased)
            void refreshAdminData()
          }}
        />
      )}
    </div>
  )
}

/** Says that the data are erased, and what is left. */
export function ErasedPatient({ patient }: { patient: PatientSummary }) {
  // The messages that waited are erased too.
  const remainder = remainderOf({ ...patient, waiting: 0 })
  return (
    <Banner tone="good" title="Die Daten sind gelöscht.">
      {remainder.length > 0 && (
        <>
          <p>Diese Daten sind noch da:</p>
          <RemainderList lines={remainder} />
        </>
      )}
    </Banner>
  )
}
