import { NoticePage } from '../notice-page.tsx'

/** Stands where the admin area will be. */
export function AdminNotice() {
  return (
    <NoticePage heading="Verwaltung">
      <p>Diese Seite ist noch nicht verfügbar.</p>
    </NoticePage>
  )
}
