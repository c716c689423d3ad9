import { CalendarClock, Check, LayoutList } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { Instant } from '../../../src/shared/day.ts'
import { readStaffSignature } from '../../../src/shared/staff-signature.ts'
import { decideBooking } from '../../api/public.ts'
import { ServerState } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'
import { ActionBar } from '../../components/action-bar.tsx'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PageFrame } from '../../components/page-frame.tsx'
import { TitledHeading } from '../../components/page-heading.tsx'
import { TextInput } from '../../components/text-input.tsx'
import { Appointment, AppointmentSummary } from '../appointment-card.tsx'
import { InvalidLink } from '../invalid-link.tsx'
import { MessageField } from '../message-field.tsx'
import { Failure, Success } from '../outcome.tsx'
import { QueryState } from '../query-state.tsx'
import { NOT_FOUND } from '../texts.ts'
import { isNotFound, useBooking } from '../use-booking.ts'
import { useChange } from '../use-change.ts'
import { CONFIRM, closedBy, type DecisionText, REJECT } from './decision.ts'

/** /admin/confirm */
export function ConfirmPage() {
  return <DecisionPage text={CONFIRM} />
}

/** /admin/reject */
export function RejectPage() {
  return <DecisionPage text={REJECT} />
}

/** The page of a staff link, which contains booking and signature and needs no login (docs/behaviour.md 9). */
function DecisionPage({ text }: { text: DecisionText }) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  const sig = search.get('sig')?.trim() ?? ''
  const signature = readStaffSignature(sig)
  return (
    <ServerState>
      <PageFrame narrow>
        {id && signature ? (
          <DecisionByLink id={id} sig={sig} expiresAt={signature.expiresAt} text={text} />
        ) : (
          <>
            <TitledHeading>{text.heading}</TitledHeading>
            <div className="stack gap-5">
              <InvalidLink reason={!id ? 'keine ID' : sig ? 'Signatur unvollständig' : 'keine Signatur'} />
              <AdminLink />
            </div>
          </>
        )}
      </PageFrame>
    </ServerState>
  )
}

type DecisionByLinkProps = { id: string; sig: string; expiresAt: Instant; text: DecisionText }

/** Opening the page changes nothing; only the button does. */
function DecisionByLink({ id, sig, expiresAt, text }: DecisionByLinkProps) {
  const goBack = useGoBack()
  const query = useBooking(id)
  const [message, setMessage] = useState('')
  const { decision } = text
  const rejects = decision === 'reject'
  const { outcome, refusal, error, busy, submit } = useChange(id, () =>
    decideBooking({ decision, id, message, sig }),
  )
  const booking = query.data
  const submitted = outcome ?? refusal
  const closed =
    typeof booking === 'object' && !submitted
      ? closedBy(booking.status, text, {
          expired: expiresAt <= serverNow(),
          // A signature expires at the start that it was made for.
          moved: expiresAt !== Date.parse(booking.slot.start),
        })
      : undefined
  const heading = isNotFound(query.error) ? NOT_FOUND : text.heading

  return (
    <>
      <TitledHeading>{outcome ? text.done : refusal ? text.refused : heading}</TitledHeading>
      <QueryState query={query} />
      {booking !== undefined && (
        <div className="stack gap-5">
          {outcome && <Success outcome={outcome} {...text.success(id, outcome.note)} />}
          {refusal && <Failure error={refusal} fallback={text.failure} />}
          {closed && (
            <Banner tone={closed.tone} title={closed.title}>
              <p>{closed.detail}</p>
            </Banner>
          )}
          <Appointment booking={booking} />
          {submitted || closed ? (
            <AdminLink />
          ) : (
            <>
              {rejects && (
                <Field label="Termin-ID">
                  <TextInput value={id} readOnly className="num" />
                </Field>
              )}
              <MessageField {...text.message} value={message} onChange={setMessage} />
              {error && <Failure error={error} fallback={text.failure} />}
              <ActionBar
                icon={<CalendarClock />}
                chosen={<AppointmentSummary booking={booking} />}
                onBack={rejects ? goBack : undefined}
                main={
                  <Button
                    kind={rejects ? 'danger' : 'primary'}
                    size={rejects ? 'normal' : 'large'}
                    wide
                    busy={busy}
                    busyText={text.busy}
                    onClick={submit}
                  >
                    {!rejects && <Check />}
                    {text.heading}
                  </Button>
                }
              />
            </>
          )}
        </div>
      )}
    </>
  )
}

function AdminLink() {
  return (
    <ActionList>
      <ActionRow icon={<LayoutList />} to="/admin">
        Zum Adminbereich
      </ActionRow>
    </ActionList>
  )
}

/** Back in the history. A link from an e-mail opens a window without one: there it leads to the admin area. */
function useGoBack(): () => void {
  const [, navigate] = useLocation()
  return () => (history.length > 1 ? history.back() : navigate('/admin'))
}
