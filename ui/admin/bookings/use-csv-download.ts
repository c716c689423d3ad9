import { useState } from 'react'
import { admin, adminRequestText } from '../../api/admin.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { downloadText } from '../components/download.ts'
import { type BookingFilter, withoutEmpty } from './use-bookings.ts'

/**
 * Returns the function that saves the filtered appointments as a file, whether it is busy, and the sentence
 * of its failure.
 */
export function useCsvDownload(filter: BookingFilter) {
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const saveCsv = async () => {
    setBusy(true)
    setFailure(await downloadCsv(filter))
    setBusy(false)
  }
  return { busy, failure, saveCsv }
}

/**
 * Saves the filtered appointments as a file. The server exports by the other conditions only, without the
 * search. Resolves to a sentence after a failure.
 */
async function downloadCsv(filter: BookingFilter): Promise<string | undefined> {
  const { search: _, ...conditions } = withoutEmpty(filter)
  try {
    const csv = await adminRequestText(admin['bookings.csv'].$get({ query: conditions }))
    downloadText({ fileName: 'termine.csv', type: 'text/csv', text: csv })
    return undefined
  } catch (error) {
    return failureSentence(error as Error, 'Die Datei konnte nicht geladen werden.')
  }
}
