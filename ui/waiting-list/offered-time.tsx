import { shortDayTime } from '../../src/shared/format.ts'
import type { OfferAnswer } from '../../src/shared/waiting-list-answers.ts'
import { viennaToday } from '../api/server-clock.ts'
import { usePractice } from '../api/status.ts'
import { DateTile } from '../page/date-tile.tsx'
import { placeText } from '../page/place-text.ts'

/**
 * Shows the offered time with doctor, duration, price and place, and below it the time of the patient's
 * appointment, if there is one.
 */
export function OfferedTime({ offer: { booking, slot, service, resource } }: { offer: OfferAnswer }) {
  const place = placeText(usePractice())
  return (
    <div className="card">
      <DateTile start={slot.start}>{service.name}</DateTile>
      <p className="padded line-above small">
        {[resource?.name, service.duration, service.price, place].filter(Boolean).join(' · ')}
      </p>
      {booking && (
        <p className="padded line-above muted small">
          Ihr Termin bisher: {shortDayTime(booking.slot.start, viennaToday())}
        </p>
      )}
    </div>
  )
}
