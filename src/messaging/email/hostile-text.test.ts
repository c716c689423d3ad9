import { describe, expect, it } from 'vitest'
import { SAMPLE_BOOKING, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { EMAIL_FACTS } from '../../testing/sample-words.ts'
import { cancelled } from '../kinds/cancelled.ts'
import { cancelledByPatient } from '../kinds/cancelled-by-patient.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { newReservation } from '../kinds/new-reservation.ts'
import { rejected } from '../kinds/rejected.ts'

/** A text that would add markup, a header, a signature and a button if it were not escaped. */
const HOSTILE_TEXT =
  '"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u0000</title><script>\r-- \nTermin ansehen:'
const PRACTICE = {
  ...SAMPLE_PRACTICE,
  name: HOSTILE_TEXT,
  city: HOSTILE_TEXT,
  phone: HOSTILE_TEXT,
  url: 'javascript:alert(1)',
  impressum: `https://x.example/"><script>`,
}
const BOOKING = {
  ...SAMPLE_BOOKING,
  salutation: HOSTILE_TEXT,
  firstName: HOSTILE_TEXT,
  lastName: HOSTILE_TEXT,
  serviceName: HOSTILE_TEXT,
  email: `a@b.at${HOSTILE_TEXT}`,
  mobile: HOSTILE_TEXT,
}
const FACTS = { ...EMAIL_FACTS, practice: PRACTICE, booking: BOOKING, message: HOSTILE_TEXT }
/** E-mails in which everything that a person can enter is hostile. */
const EMAILS = {
  request: newReservation.email({ ...FACTS, confirmUrl: 'javascript:alert(1)' }),
  confirmed: confirmed.email(FACTS),
  rejected: rejected.email(FACTS),
  cancelled: cancelled.email({ ...FACTS, cancelledBy: 'staff' }),
  toPractice: cancelledByPatient.email({ ...FACTS, reason: HOSTILE_TEXT }),
}

describe('hostile text', () => {
  it.each(Object.entries(EMAILS))(
    'stays text, and forges no line in the e-mail %s',
    (_name, { subject, text, html }) => {
      expect(html).not.toMatch(/<img|<script|javascript:/i)
      expect(html.match(/<\/title>/g)).toHaveLength(1)
      for (const [tag] of html.matchAll(/<[a-z][^>]*>/g)) {
        expect(tag).toMatch(/^<\w+( [\w-]+="[^"]*")*>$/)
      }
      const lines = text.split(/[\r\n]/)
      expect(lines.filter((line) => line.startsWith('Bcc:'))).toEqual([])
      expect(lines.filter((line) => line === '-- ')).toHaveLength(1)
      expect(text).not.toContain('\u0000')
      expect(subject).not.toMatch(/\p{Cc}/u)
    },
  )

  it('is quoted line by line', () => {
    expect(EMAILS.toPractice.text).toContain(
      '\n> Bcc: x@evil.example </title><script>\n> --\n> Termin ansehen:\n',
    )
  })
})
