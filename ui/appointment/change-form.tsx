import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ChangeAnswer } from '../api/appointment.ts'
import { failureText } from '../api/http.ts'
import { isRefusal } from '../api/query-client.tsx'
import { ActionBar } from '../components/action-bar.tsx'
import { Banner } from '../components/banner.tsx'
import { SandboxedHtml } from '../components/sandboxed-html.tsx'
import { TitledHeading } from '../page/page-heading.tsx'
import type { useAppointmentChange } from '../patient/appointment-change.ts'
import { Failure } from '../patient/failure.tsx'
import { MessageField, type MessageFieldProps } from '../patient/message-field.tsx'
import { QueryState } from '../patient/query-state.tsx'
import { appointmentHeading, type LoadedAppointment } from '../patient/use-appointment.ts'
import { AppointmentOrHtml, AppointmentSummary } from './appointment-card.tsx'

type ChangeFormProps = {
  appointment: LoadedAppointment
  change: ReturnType<typeof useAppointmentChange>
  /** The headings before the change, after it, and after a final refusal. */
  headings: { before: string; done: string; refused: string }
  /** Returns the texts after the change. */
  success: (outcome: ChangeAnswer) => { title: string; detail?: string | undefined }
  /** The title of a failure without a sentence from the server. */
  failureTitle: string
  /** A banner above the appointment that says why the appointment cannot be changed; null for none. */
  notice: ReactNode
  /** Whether the appointment can still be changed, so that the form is shown. */
  isOpen: boolean
  /** Shown instead of the form when `isOpen` is false, for example links. */
  closedContent: ReactNode
  /** The field for a message, above the button. */
  messageField: MessageFieldProps
  /** Called by the button "Zurück", which is shown only if this is given. */
  onBack?: (() => void) | undefined
  submitButton: ReactNode
  /** The ISO instant shown beside the button. The default is the appointment's start. */
  start?: string | undefined
  /** Fields above the message. */
  children?: ReactNode
}

/**
 * Shows an appointment with the form that cancels it or decides on it, and the result. Opening the link
 * changes nothing; only the button does (docs/behaviour.md 9.5).
 */
export function ChangeForm({
  appointment,
  change: { outcome, refusal, error },
  headings,
  success,
  failureTitle,
  notice,
  isOpen,
  closedContent,
  messageField,
  onBack,
  submitButton,
  start,
  children,
}: ChangeFormProps) {
  const { query, booking } = appointment
  const heading = () => {
    if (outcome) return headings.done
    return refusal ? headings.refused : appointmentHeading(query.error, headings.before)
  }
  return (
    <>
      <TitledHeading>{heading()}</TitledHeading>
      <QueryState query={query} />
      {query.data && (
        <div className="stack gap-5">
          {outcome && <Success outcome={outcome} {...success(outcome)} />}
          {refusal && <Failure error={refusal} fallback={failureTitle} />}
          {notice}
          <AppointmentOrHtml {...query.data} />
          {isOpen ? (
            <>
              {children}
              <MessageField {...messageField} keptFor={booking?.id} />
              <ActionBar
                problem={error && failureText(error, failureTitle).title}
                canRetry={!isRefusal(error)}
                icon={<CalendarClock />}
                chosen={booking && <AppointmentSummary booking={booking} start={start} />}
                onBack={onBack}
                main={submitButton}
              />
            </>
          ) : (
            closedContent
          )}
        </div>
      )}
    </>
  )
}

type SuccessProps = { outcome: ChangeAnswer; title: string; detail?: string | undefined }

/** Shows the result of a change: the HTML document that the server sent, or else title and detail. */
function Success({ outcome: { html }, title, detail }: SuccessProps) {
  if (html) return <SandboxedHtml html={html} title="Ergebnis" />
  return (
    <Banner tone="good" role="status" title={title}>
      {detail}
    </Banner>
  )
}
