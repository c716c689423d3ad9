import { BookingNoticePage, NoticePage } from '../notice-page.tsx'

/** Stands where staff will confirm by link. */
export function ConfirmNotice() {
  return (
    <BookingNoticePage heading="Termin bestätigen">
      <p>Diese Seite ist noch nicht verfügbar. Der Termin wurde nicht bestätigt.</p>
    </BookingNoticePage>
  )
}

/** Stands where staff will reject by link. */
export function RejectNotice() {
  return (
    <BookingNoticePage heading="Termin ablehnen">
      <p>Diese Seite ist noch nicht verfügbar. Der Termin wurde nicht abgelehnt.</p>
    </BookingNoticePage>
  )
}

/** Stands where the admin area will be. */
export function AdminNotice() {
  return (
    <NoticePage heading="Verwaltung">
      <p>Diese Seite ist noch nicht verfügbar.</p>
    </NoticePage>
  )
}
