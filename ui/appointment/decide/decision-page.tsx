import { Check, LayoutList } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'wouter'
import type { Instant } from '../../../src/shared/day.ts'
import { readStaffSignature } from '../../../src/shared/staff-signature.ts'
import { type ChangeAnswer, type Decision, decideBooking } from '../../api/appointment.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { serverNow } from '../../api/server-clock.ts'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { ActionList, ActionRow } from '../../components/card.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { LoadingPage, PageFrame } from '../../page/page-frame.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { InvalidLink, useGoBack } from '../../patient/patient-page.tsx'
import { useAppointment, useChange } from '../../patient/use-appointment.ts'
import { ChangeForm } from '../change-form.tsx'
import { CONFIRM, CONFIRM_MOVE, closedBy, type DecisionText, REJECT, REJECT_MOVE } from './decision.ts'

/** Shows the page /admin/confirm of the links in e-mails to the staff. */
export function ConfirmPage() {
  return <DecisionPage text={CONFIRM} moveText={CONFIRM_MOVE} />
}

/** Shows the page /admin/reject of the links in e-mails to the staff. */
export function RejectPage() {
  return <DecisionPage text={REJECT} moveText={REJECT_MOVE} />
}

/**
 * The page of a staff link, which contains booking and signature and needs no login. Without a signature
 * somebody who is signed in decides (docs/behaviour.md 9.6).
 */
function DecisionPage({ text, moveText }: { text: DecisionText; moveText: DecisionText }) {
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  const sig = search.get('sig')?.trim() ?? ''
  const signature = readStaffSignature(sig)
  const signedIn = useSignedIn(sig === '')
  if (signedIn === undefined) return <LoadingPage />
  return (
    <QueryProvider>
      <PageFrame narrow>
        {id && (signature || signedIn) ? (
          <DecisionForm
            id={id}
            requestText={text}
            moveText={moveText}
            validUntil={signature?.expiresAt}
            send={(message, start) =>
              signedIn
                ? decideSignedIn(signedIn, text.decision, { id, message, start })
                : decideBooking({ decision: text.decision, id, message, sig })
            }
          />
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
    </QueryProvider>
  )
}

type DecisionFormProps = {
  id: string
  requestText: DecisionText
  /** The texts for a confirmed appointment whose patient asks for another time. */
  moveText: DecisionText
  /** The instant at which the signature expires; undefined without one. */
  validUntil: Instant | undefined
  /** @param start the ISO instant of the time on which the page decides */
  send: (message: string, start: string | undefined) => Promise<ChangeAnswer>
}

function DecisionForm({ id, requestText, moveText, validUntil, send }: DecisionFormProps) {
  const goBack = useGoBack('/admin')
  const appointment = useAppointment(id)
  const [message, setMessage] = useState('')
  const { booking } = appointment
  const start = (booking?.move ?? booking?.slot)?.start
  const change = useChange(id, () => send(message, start))
  // The decision ends the move. The state keeps the texts about it on the page.
  const [asksMove, setAsksMove] = useState<boolean>()
  if (booking && !change.outcome && asksMove !== Boolean(booking.move)) setAsksMove(Boolean(booking.move))
  const text = asksMove ? moveText : requestText
  const rejects = text.decision === 'reject'
  // A press in a page that was open for long is refused, but what it wanted may be done already.
  const isDone = change.refusal !== undefined && !booking?.move && booking?.status === text.status
  const submitted = change.outcome ?? (isDone ? undefined : change.refusal)
  const closed =
    booking && !submitted
      ? closedBy(booking.status, text, {
          expired: validUntil !== undefined && validUntil <= serverNow(),
          // A signature expires at the start that it was made for, so a differing expiry means another time.
          moved: validUntil !== undefined && validUntil !== Date.parse(start ?? ''),
          asksMove: booking.move !== undefined,
        })
      : undefined

  return (
    <ChangeForm
      appointment={appointment}
      change={isDone ? { ...change, refusal: undefined } : change}
      headings={isDone ? { ...text, heading: text.done } : text}
      success={({ note }) => text.success(id, note)}
      failure={text.failure}
      notice={
        closed && (
          <Banner tone={closed.tone} title={closed.title}>
            {closed.detail}
          </Banner>
        )
      }
      isOpen={!submitted && !closed}
      after={<AdminLink />}
      message={{ ...text.message, value: message, onChange: setMessage }}
      onBack={rejects ? goBack : undefined}
      start={start}
      button={
        <Button
          kind={rejects ? 'danger' : 'primary'}
          size={rejects ? 'normal' : 'large'}
          wide
          busy={change.busy}
          busyText={text.busy}
          onClick={change.submit}
        >
          {!rejects && <Check />}
          {text.heading}
        </Button>
      }
    >
      {rejects && (
        <Field label="Termin-ID">
          <TextInput value={id} readOnly className="num" />
        </Field>
      )}
    </ChangeForm>
  )
}

function AdminLink() {
  return (
    <ActionList>
      <ActionRow icon={<LayoutList />} to="/admin">
        Zur Verwaltung
      </ActionRow>
    </ActionList>
  )
}

type Admin = typeof import('../../api/admin.ts')

/**
 * Returns the admin calls if a staff member is signed in, otherwise null. Returns undefined while their code
 * is loading.
 */
function useSignedIn(wanted: boolean): Admin | null | undefined {
  const [admin, setAdmin] = useState<Admin | null>()
  useEffect(() => {
    if (!wanted) return
    import('../../api/admin.ts').then(
      (loaded) => setAdmin(loaded.isSignedIn() ? loaded : null),
      () => setAdmin(null),
    )
  }, [wanted])
  return wanted ? admin : null
}

function decideSignedIn(
  { adminRequest, confirmBooking, rejectBooking }: Admin,
  decision: Decision,
  json: { id: string; message: string; start: string | undefined },
): Promise<ChangeAnswer> {
  return adminRequest(decision === 'confirm' ? confirmBooking.$post({ json }) : rejectBooking.$post({ json }))
}
