import { describe, expect, it } from 'vitest'
import { SAMPLE_BOOKING, SAMPLE_PRACTICE } from '../../testing/sample-emails.ts'
import { EMAIL_FACTS } from '../../testing/sample-words.ts'
import { cancelled } from '../kinds/cancelled.ts'
import { cancelledByPatient } from '../kinds/cancelled-by-patient.ts'
import { confirmed } from '../kinds/confirmed.ts'
import { newReservation } from '../kinds/new-reservation.ts'
import { rejected } from '../kinds/rejected.ts'

describe('hostile text', () => {
  /** A text that would add markup, a header, a signature and a button if it were not escaped. */
  const EVIL =
    '"><img src=x onerror=alert(1)>\r\nBcc: x@evil.example\u0000</title><script>\r-- \nTermin ansehen:'
  const practice = {
    ...SAMPLE_PRACTICE,
    name: EVIL,
    city: EVIL,
    phone: EVIL,
    url: 'javascript:alert(1)',
    impressum: `https://x.example/"><script>`,
  }
  const booking = {
    ...SAMPLE_BOOKING,
    salutation: EVIL,
    firstName: EVIL,
    lastName: EVIL,
    serviceName: EVIL,
    email: `a@b.at${EVIL}`,
    mobile: EVIL,
  }
  const hostile = { ...EMAIL_FACTS, practice, booking, message: EVIL }
  const emails = {
    request: newReservation.email({ ...hostile, confirmUrl: 'javascript:alert(1)' }),
    confirmed: confirmed.email({ ...hostile }),
    rejected: rejected.email(hostile),
    cancelled: cancelled.email({ ...hostile, cancelledBy: 'staff' }),
    toPractice: cancelledByPatient.email({ ...hostile, reason: EVIL }),
  }

  it.each(Object.entries(emails))(
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
    expect(emails.toPractice.text).toContain(
      '\n> Bcc: x@evil.example </title><script>\n> --\n> Termin ansehen:\n',
    )
  })
})
