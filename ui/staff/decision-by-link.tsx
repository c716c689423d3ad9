import { useState } from 'react'
import type { Instant } from '../../src/rules/day.ts'
import { decideBooking } from '../api.ts'
import { Appointment } from '../appointment/appointment.tsx'
import { Done } from '../appointment/done.tsx'
import { NOT_FOUND, NotThere } from '../appointment/not-there.tsx'
import layout from '../appointment/page.module.css'
import { Refusal } from '../appointment/refusal.tsx'
import { isNotFound, useBooking } from '../appointment/use-booking.ts'
import { usePress } from '../appointment/use-press.ts'
import { Banner } from '../parts/banner.tsx'
import { serverNow } from '../server-clock.ts'
import { TitledHeading } from '../titled-heading.tsx'
import { closedBy } from './closed.ts'
import { DecisionForm } from './decision-form.tsx'
import { WayToAdmin } from './way-to-admin.tsx'
import type { Words } from './words.ts'

type DecisionByLinkProps = {
  id: string
  sig: string
  /** Until then the link holds. */
  until: Instant
  words: Words
}

/** One appointment and one decision about it. Opening the page changes nothing; only the button does. */
export function DecisionByLink({ id, sig, until, words }: DecisionByLinkProps) {
  const query = useBooking(id)
  const [message, setMessage] = useState('')
  const { decision } = words
  const { outcome, refusal, fault, busy, press } = usePress(id, () =>
    decideBooking({ decision, id, message, sig }),
  )
  const booking = query.data
  const pressed = outcome ?? refusal
  const closed =
    typeof booking === 'object' && !pressed
      ? closedBy(booking.status, words, until <= serverNow())
      : undefined
  const heading = isNotFound(query.error) ? NOT_FOUND : words.heading

  return (
    <>
      <TitledHeading>{outcome ? words.done : refusal ? words.refused : heading}</TitledHeading>
      <NotThere query={query} />
      {booking !== undefined && (
        <div className={layout.page}>
          {outcome && <Done outcome={outcome} {...words.success(id, outcome.note)} />}
          {refusal && <Refusal error={refusal} fallback={words.failure} />}
          {closed && (
            <Banner tone={closed.tone} title={closed.title}>
              <p>{closed.detail}</p>
            </Banner>
          )}
          <Appointment booking={booking} />
          {pressed || closed ? (
            <WayToAdmin />
          ) : (
            <DecisionForm
              id={id}
              words={words}
              booking={booking}
              message={message}
              onMessage={setMessage}
              busy={busy}
              fault={fault}
              onPress={press}
            />
          )}
        </div>
      )}
    </>
  )
}
