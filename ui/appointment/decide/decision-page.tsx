import { Check, LayoutList } from 'lucide-react'
import { useSearchParams } from 'wouter'
import { readLinkSignature } from '../../../src/shared/link-signature.ts'
import { decideBooking } from '../../api/appointment.ts'
import { QueryProvider } from '../../api/query-client.tsx'
import { ActionList, ActionRow } from '../../components/action-list.tsx'
import { Banner } from '../../components/banner.tsx'
import { Button } from '../../components/button.tsx'
import { Field, TextInput } from '../../components/field.tsx'
import { LoadingPage, PageFrame } from '../../page/page-frame.tsx'
import { TitledHeading } from '../../page/page-heading.tsx'
import { InvalidLink, useGoBack } from '../../patient/patient-page.tsx'
import { ChangeForm } from '../change-form.tsx'
import { decideAsStaff, useAdminCalls } from './admin-calls.ts'
import { CONFIRM_MOVE_TEXTS, CONFIRM_TEXTS, REJECT_MOVE_TEXTS, REJECT_TEXTS } from './decision-texts.ts'
import { type LinkDecisionInput, useLinkDecision } from './use-link-decision.ts'

/** Shows the page /admin/confirm of the links in e-mails to the staff. */
export function ConfirmPage() {
  return <DecisionPage requestText={CONFIRM_TEXTS} moveText={CONFIRM_MOVE_TEXTS} />
}

/** Shows the page /admin/reject of the links in e-mails to the staff. */
export function RejectPage() {
  return <DecisionPage requestText={REJECT_TEXTS} moveText={REJECT_MOVE_TEXTS} />
}

/**
 * Shows the page of a staff link. A link with a signature needs no login. Without a signature, only a
 * signed-in staff member can decide (docs/behaviour.md 9.6).
 */
function DecisionPage({ requestText, moveText }: Pick<LinkDecisionInput, 'requestText' | 'moveText'>) {
  const { decision, heading } = requestText
  const [search] = useSearchParams()
  const id = search.get('id')?.trim() ?? ''
  const sig = search.get('sig')?.trim() ?? ''
  const signature = readLinkSignature(sig)
  const adminCalls = useAdminCalls(sig === '')
  if (adminCalls === undefined) return <LoadingPage />

  const send: LinkDecisionInput['send'] = (message, start) => {
    if (adminCalls) return decideAsStaff(adminCalls, { decision, id, message, start })
    // The signature contains the start, so `start` is not sent.
    return decideBooking({ decision, id, message, sig })
  }
  return (
    <QueryProvider>
      <PageFrame narrow>
        {id && (signature || adminCalls) ? (
          <DecisionForm
            id={id}
            requestText={requestText}
            moveText={moveText}
            validUntil={signature?.expiresAt}
            send={send}
          />
        ) : (
          <>
            <TitledHeading>{heading}</TitledHeading>
            <div className="stack gap-5">
              <InvalidLink reason={whyInvalid({ id, sig })} />
              <AdminLink />
            </div>
          </>
        )}
      </PageFrame>
    </QueryProvider>
  )
}

/** Returns, for the sentence "Ungültiger Link (…).", the part of the URL that is missing. */
function whyInvalid({ id, sig }: { id: string; sig: string }): string {
  if (!id) return 'keine ID'
  return sig ? 'Signatur unvollständig' : 'keine Signatur'
}

/**
 * Shows the appointment with the button that decides on it. A rejection has a red button, and can be left by
 * "Zurück".
 */
function DecisionForm(input: LinkDecisionInput) {
  const { id } = input
  const goBack = useGoBack('/admin')
  const { appointment, change, text, state, message, start } = useLinkDecision(input)
  const isRejection = text.decision === 'reject'
  return (
    <ChangeForm
      appointment={appointment}
      change={change}
      headings={{
        before: state.name === 'made-meanwhile' ? text.done : text.heading,
        done: text.done,
        refused: text.refused,
      }}
      success={({ note }) => text.success(id, note)}
      failureTitle={text.failure}
      notice={
        'banner' in state && (
          <Banner tone={state.banner.tone} title={state.banner.title}>
            {state.banner.detail}
          </Banner>
        )
      }
      isOpen={state.name === 'open'}
      closedContent={<AdminLink />}
      messageField={{ ...text.message, ...message }}
      onBack={isRejection ? goBack : undefined}
      start={start}
      submitButton={
        <Button
          kind={isRejection ? 'danger' : 'primary'}
          size={isRejection ? 'normal' : 'large'}
          wide
          busy={change.busy}
          busyText={text.busy}
          onClick={change.submit}
        >
          {!isRejection && <Check />}
          {text.heading}
        </Button>
      }
    >
      {isRejection && (
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
