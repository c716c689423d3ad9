import { cutOffText } from '../../../src/shared/cut-off.ts'
import { CONSENT_REQUIRED } from '../../../src/shared/messages.de.ts'
import { webLink } from '../../../src/shared/web-link.ts'
import { useCancelHours, usePractice } from '../../api/status.ts'
import { Checkbox } from '../../components/checkbox.tsx'
import { NewWindowLink } from '../../page/new-window-link.tsx'

type TermsConsentProps = {
  isAccepted: boolean
  /** Whether the patient has pressed the button without consent. */
  isMissing: boolean
  onChange: (accepted: boolean) => void
}

/** Shows the checkbox for the consent, with the terms in short and a link to them on the practice's site. */
export function TermsConsent({ isAccepted, isMissing, onChange }: TermsConsentProps) {
  const terms = webLink(usePractice().terms)
  const until = cutOffText(useCancelHours())
  return (
    <Checkbox
      checked={isAccepted}
      aria-required
      onChange={(event) => onChange(event.target.checked)}
      error={isMissing ? CONSENT_REQUIRED : undefined}
      help={`Wir sind eine Wahlarztordination. Die Buchung ist verbindlich. Absagen können Sie ${until}.`}
    >
      Ich akzeptiere die{' '}
      {terms ? <NewWindowLink href={terms}>Terminbedingungen</NewWindowLink> : 'Terminbedingungen'}.
    </Checkbox>
  )
}
