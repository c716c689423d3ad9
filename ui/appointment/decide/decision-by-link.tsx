import { useState } from 'react'
import type { Instant } from '../../../src/shared/day.ts'
import { decideBooking } from '../../api/public.ts'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { Appointment } from '../appointment.tsx'
import { Done } from '../done.tsx'
import { NOT_FOUND, NotThere } from '../not-there.tsx'
import layout from '../page.module.css'
import { Refusal } from '../refusal.tsx'
import { isNotFound, useBooking } from '../use-booking.ts'
import { usePress } from '../use-press.ts'
import { closedBy } from './closed.ts'
import { DecisionForm } from './decision-form.tsx'
import type { Words } from './decision-text.ts'
import { WayToAdmin } from './way-to-admin.tsx'

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
              error={fault}
              onPress={press}
            />
          )}
        </div>
      )}
    </>
  )
}
