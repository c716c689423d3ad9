import { Mail, Phone } from 'lucide-react'
import { usePractice } from '../api/status.ts'
import { LinkButton } from '../components/button.tsx'
import { EmailText } from '../components/line-breaks.tsx'
import { telLink } from '../components/tel-link.ts'

type PracticeContactProps = {
  /** The number that came with an appointment or a refusal. Without one, the practice's is shown. */
  phone?: string
  /** The e-mail address that came with an appointment or a refusal. Without one, the practice's is shown. */
  mail?: string
  /** Fills in the subject line of the patient's mail. */
  subject?: string
}

/** Shows phone and e-mail of the practice as text and as buttons. An empty phone or e-mail is left out. */
export function PracticeContact({ subject, ...given }: PracticeContactProps) {
  const practice = usePractice()
  const phone = given.phone || practice.phone
  const mail = given.mail || practice.mail
  if (!phone && !mail) return null
  const mailto = subject ? `mailto:${mail}?subject=${encodeURIComponent(subject)}` : `mailto:${mail}`
  return (
    <div className="stack narrow mt-5">
      <dl className="definitions small">
        {phone && (
          <>
            <dt>Telefon</dt>
            <dd className="num">{phone}</dd>
          </>
        )}
        {mail && (
          <>
            <dt>E-Mail</dt>
            <dd>
              <EmailText>{mail}</EmailText>
            </dd>
          </>
        )}
      </dl>
      <div className="halves gap-3 no-print">
        {phone && (
          <LinkButton wide href={telLink(phone)}>
            <Phone />
            Anrufen
          </LinkButton>
        )}
        {mail && (
          <LinkButton wide href={mailto}>
            <Mail />
            Schreiben
          </LinkButton>
        )}
      </div>
    </div>
  )
}
