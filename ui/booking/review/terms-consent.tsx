import { cutOffText } from '../../../src/shared/booking.ts'
import { CONSENT_REQUIRED } from '../../../src/shared/messages.de.ts'
import { useCancelHours, usePractice } from '../../api/status.ts'
import { Checkbox } from '../../components/field.tsx'
import { webLink } from '../../components/links.ts'

type TermsConsentProps = { accepted: boolean; missing: boolean; onChange: (accepted: boolean) => void }

/** The consent with the terms in short, and a link to them on the practice's site. */
export function TermsConsent({ accepted, missing, onChange }: TermsConsentProps) {
  const terms = webLink(usePractice().terms)
  const until = cutOffText(useCancelHours())
  return (
    <Checkbox
      checked={accepted}
      aria-required
      onChange={(event) => onChange(event.target.checked)}
      error={missing ? CONSENT_REQUIRED : undefined}
      help={`Wir sind eine Wahlarztordination. Die Buchung ist verbindlich. Stornieren können Sie ${until}.`}
    >
      Ich akzeptiere die{' '}
      {terms ? (
        <a href={terms} target="_blank" rel="noopener noreferrer">
          Terminbedingungen
          <span className="visually-hidden"> (öffnet ein neues Fenster)</span>
        </a>
      ) : (
        'Terminbedingungen'
      )}
      .
    </Checkbox>
  )
}
