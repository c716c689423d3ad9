import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeAnswer } from '../api/appointment.ts'
import { ActionBar } from '../components/action-bar.tsx'
import { Banner } from '../components/banner.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import { Failure } from '../patient/failure.tsx'
import { MessageField, type MessageFieldProps } from '../patient/message-field.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { appointmentHeading, type LoadedAppointment, type useChange } from '../patient/use-appointment.ts'
import { AppointmentOrHtml, AppointmentSummary } from './appointment-card.tsx'

type ChangeFormProps = {
  appointment: LoadedAppointment
  change: ReturnType<typeof useChange>
  /** The heading before the change, after it, and when it was refused for good. */
  headings: { heading: string; done: string; refused: string }
  success: (outcome: ChangeAnswer) => { title: string; detail?: string | undefined }
  /** The title of a failure without a sentence of the server. */
  failure: string
  /** Why there is nothing to change; stands above the appointment. */
  notice: ReactNode
  /** Shows the form; otherwise `after`. */
  isOpen: boolean
  after: ReactNode
  message: MessageFieldProps
  onBack?: (() => void) | undefined
  button: ReactNode
  /** The start shown beside the button, unless it is the appointment's. */
  start?: string | undefined
  /** Further fields. */
  children?: ReactNode
}

/** An appointment, and the form that changes it. Opening the page changes nothing; only the button does. */
export function ChangeForm({
  appointment,
  change: { outcome, refusal, error },
  headings,
  success,
  failure,
  notice,
  isOpen,
  after,
  message,
  onBack,
  button,
  start,
  children,
}: ChangeFormProps) {
  const { heading, done, refused } = headings
  const { query, booking } = appointment
  return (
    <>
      <TitledHeading>
        {outcome ? done : refusal ? refused : appointmentHeading(query.error, heading)}
      </TitledHeading>
      <QueryState query={query} />
      {query.data && (
        <div className="stack gap-5">
          {outcome && <Success outcome={outcome} {...success(outcome)} />}
          {refusal && <Failure error={refusal} fallback={failure} />}
          {notice}
          <AppointmentOrHtml {...query.data} />
          {isOpen ? (
            <>
              {children}
              <MessageField {...message} />
              {error && <Failure error={error} fallback={failure} />}
              <ActionBar
                icon={<CalendarClock />}
                chosen={booking && <AppointmentSummary booking={booking} start={start} />}
                onBack={onBack}
                main={button}
              />
            </>
          ) : (
            after
          )}
        </div>
      )}
    </>
  )
}

type SuccessProps = { outcome: ChangeAnswer; title: string; detail?: string | undefined }

/** The result of a change: the HTML document that the server sent, else title and detail. */
function Success({ outcome: { html }, title, detail }: SuccessProps) {
  if (html) return <SandboxedHtml html={html} title="Ergebnis" />
  return (
    <Banner tone="good" role="status" title={title}>
      {detail}
    </Banner>
  )
}
