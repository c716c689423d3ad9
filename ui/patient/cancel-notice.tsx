import { BookingNoticePage } from '../notice-page.tsx'

/** Stands where patients will cancel online. */
export function CancelNotice() {
  return (
    <BookingNoticePage heading="Termin absagen">
      <p>Diese Seite ist noch nicht verfügbar. Ihr Termin wurde nicht verändert.</p>
      <p>Bitte sagen Sie am Telefon oder per E-Mail ab.</p>
    </BookingNoticePage>
  )
}
