import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { type BookingStatus, displayOfStatus } from '../../../src/shared/booking.ts'
import type { NoOthers } from '../../../src/shared/contact.ts'
import { countryName } from '../../../src/shared/countries.ts'
import { plainDay, shortDayTime, stamp } from '../../../src/shared/format.ts'
import { BOOKING_NOT_FOUND } from '../../../src/shared/messages.de.ts'
import { showPhone } from '../../../src/shared/phone.ts'
import { priceText } from '../../../src/shared/service.ts'
import { admin, adminRequest } from '../../api/admin.ts'
import { queryClient } from '../../api/query-client.tsx'
import { NOT_LOADED } from '../../appointment/texts.ts'
import { isNotFound } from '../../appointment/use-booking.ts'
import { Badge } from '../../components/badge.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { DateTile } from '../../components/date-tile.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Fact, FactList } from '../../components/fact-list.tsx'
import { telLink } from '../../components/links.ts'
import { Loaded } from '../../components/loaded.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { sentenceOf } from '../forms/use-submit-form.ts'
import { eventText, messageText } from './booking-text.ts'
import styles from './bookings.module.css'
import { type Asked, DecisionDialog } from './decision-dialog.tsx'
import { type BookingDetail, useBookingDetail } from './use-bookings.ts'
import { type Action, useDecision } from './use-decision.ts'

/** The details of the appointment in the address (`?booking=`), beside the page. */
export function BookingDetails() {
  const [search, setSearch] = useSearchParams()
  const id = search.get('booking')
  const query = useBookingDetail(id)
  const { data, error } = query
  const decision = useDecision()
  const [asked, setAsked] = useState<Asked>()

  const close = () =>
    setSearch((before) => {
      before.delete('booking')
      return before
    })
  const ask = (action: Action) => data && setAsked({ action, booking: data })

  return (
    <>
      <Dialog
        look="sheet"
        open={id !== null}
        onClose={close}
        title={data?.name ?? 'Termin'}
        actions={data && <Actions status={data.status} onAsk={ask} />}
      >
        {isNotFound(error) ? (
          <Banner tone="danger" role="alert">
            {BOOKING_NOT_FOUND}
          </Banner>
        ) : (
          <Loaded
            query={query}
            failure={NOT_LOADED}
            loading="Lade Termin …"
            skeleton={<Skeleton height={420} />}
          >
            {(booking) => <Details booking={booking} note={decision.note} failure={decision.failure} />}
          </Loaded>
        )}
      </Dialog>
      {asked && <DecisionDialog asked={asked} decision={decision} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Actions({ status, onAsk }: { status: BookingStatus; onAsk: (action: Action) => void }) {
  if (status === 'requested')
    return (
      <>
        <Button kind="primary" onClick={() => onAsk('confirm')}>
          Bestätigen
        </Button>
        <Button onClick={() => onAsk('reject')}>Ablehnen</Button>
        <Button kind="danger" onClick={() => onAsk('cancel')}>
          Stornieren
        </Button>
      </>
    )
  if (status === 'confirmed')
    return (
      <Button kind="danger" onClick={() => onAsk('cancel')}>
        Termin stornieren
      </Button>
    )
  return null
}

type DetailsProps = { booking: BookingDetail; note: string | undefined; failure: string | undefined }

function Details({ booking, note, failure }: DetailsProps) {
  const { label, tone } = displayOfStatus(booking.status)
  const { salutation, firstName, lastName, mobile, email, birthDate, svnr_masked, ...residence } =
    booking.contact
  const { address, zip, city, country, ...others } = residence
  others satisfies NoOthers
  const phone = showPhone(mobile, country)
  return (
    <div className="stack gap-5">
      <div role="status">{note && <Banner tone="good">{note}</Banner>}</div>
      {failure && (
        <Banner tone="danger" role="alert">
          {failure}
        </Banner>
      )}
      <div className={`stack start gap-3 ${styles.when}`}>
        <DateTile start={booking.start}>
          {booking.service_name}, {booking.duration_min} Min, {priceText(booking.price)}
        </DateTile>
        <Badge tone={tone} label={label} size="small" />
      </div>
      <div className={styles.facts}>
        <FactList>
          <Fact label="Name">
            {salutation} {firstName} {lastName}
          </Fact>
          <Fact label="Telefon">
            <a className="nowrap" href={telLink(phone)}>
              {phone}
            </a>
          </Fact>
          <Fact label="E-Mail">{email ? <a href={`mailto:${email}`}>{email}</a> : 'keine'}</Fact>
          <Fact label="Geboren">{birthDate ? plainDay(birthDate) : 'nicht angegeben'}</Fact>
          <Fact label="Adresse">
            {address || city
              ? `${address}\n${zip} ${city}\n${countryName(country)}`.trim()
              : 'nicht angegeben'}
          </Fact>
          <Fact label="SVNR">{svnr_masked ?? 'keine'}</Fact>
          <Fact label="Eingegangen">{stamp(booking.created_at)}</Fact>
        </FactList>
      </div>
      <section>
        <h3 className="mb-3">Verlauf</h3>
        <ol className={`stack gap-3 small ${styles.history}`}>
          {booking.history.map((event) => (
            <li key={`${event.at} ${event.kind}`}>
              <time className="muted" dateTime={event.at}>
                {shortDayTime(event.at)}
              </time>
              <span>
                {eventText(event)}
                {event.message && <q className={`muted break ${styles.more}`}>{event.message}</q>}
              </span>
            </li>
          ))}
        </ol>
      </section>
      <Messages booking={booking} />
      <p className="muted small">
        <a
          href={`/patient/overview?id=${encodeURIComponent(booking.id)}`}
          target="_blank"
          rel="noopener noreferrer"
        >
          Übersicht der Patientin oder des Patienten öffnen
        </a>
      </p>
    </div>
  )
}

type Message = BookingDetail['messages'][number]

function Messages({ booking: { id, messages } }: { booking: BookingDetail }) {
  const resend = useMutation({
    mutationFn: ({ channel, id: messageId }: Message) =>
      adminRequest(
        admin.bookings[':id'].messages[':channel'][':messageId'].resend.$post({
          param: { id: encodeURIComponent(id), channel, messageId: String(messageId) },
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['admin', 'booking', id] }),
  })
  return (
    <section>
      <h3 className="mb-3">Nachrichten</h3>
      <div role="status">{resend.data && <Banner tone="good">{resend.data.message}</Banner>}</div>
      {resend.error && (
        <Banner tone="danger" role="alert">
          {sentenceOf(resend.error, 'Senden fehlgeschlagen.')}
        </Banner>
      )}
      {messages.length === 0 ? (
        <p className="muted small">Hier stehen E-Mails und SMS zu diesem Termin. Noch ging keine hinaus.</p>
      ) : (
        <ul className={`stack gap-3 small ${styles.history}`}>
          {messages.map((message) => {
            const { title, state } = messageText(message)
            return (
              <li key={`${message.channel} ${message.id}`}>
                <time className="muted" dateTime={message.created_at}>
                  {shortDayTime(message.created_at)}
                </time>
                <span>
                  {title}
                  <span className={`muted break ${styles.more}`}>
                    {message.recipient ? `${state} an ${message.recipient}` : state}
                    {message.error && `: ${message.error}`}
                  </span>
                  <Button
                    kind="link"
                    busy={resend.isPending && resend.variables === message}
                    busyText="Wird gesendet …"
                    onClick={() => resend.mutate(message)}
                    aria-label={`Noch einmal senden: ${title}`}
                  >
                    Noch einmal senden
                  </Button>
                </span>
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
