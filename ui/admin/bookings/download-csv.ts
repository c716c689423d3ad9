import { admin, adminText } from '../../api/admin.ts'
import { ApiError } from '../../api/http.ts'
import { type BookingFilter, given } from './use-bookings.ts'

/** Saves the appointments of the filter's days and status as a file; the answer is the sentence for a failure. */
export async function downloadCsv(filter: BookingFilter): Promise<string | undefined> {
  const { search: _, ...range } = given(filter)
  try {
    const csv = await adminText(admin['bookings.csv'].$get({ query: range }))
    save(new Blob([csv], { type: 'text/csv' }), 'termine.csv')
    return undefined
  } catch (fault) {
    return fault instanceof ApiError ? fault.message : 'Die Datei konnte nicht geladen werden.'
  }
}

function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  URL.revokeObjectURL(url)
}
