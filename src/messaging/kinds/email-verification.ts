import type { EmailVerification } from '../../db/schema.ts'
import { MINUTE } from '../../shared/day.ts'
import type { Texts } from '../../shared/messages/texts.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { addressValues } from '../addressee.ts'
import { button, codeBox, note } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { fillFrame } from '../email/own-words.ts'
import type { Kind } from '../kind.ts'

/** Minutes for which the link and the code are valid. */
export const VERIFICATION_MINUTES = 30

type Facts = Readonly<{
  practice: Practice
  texts: Texts
  purpose: EmailVerification['purpose']
  verifyUrl: string
  code: string
}>

/** The words that depend on the purpose of the verification. */
const PURPOSES = {
  booking: {
    text: 'email-verification',
    subject: (digits: string) => `${digits} ist Ihr Code`,
    title: 'E-Mail-Adresse bestätigen',
    label: 'E-Mail bestätigen',
    placeOfCode: 'in dem Browser, in dem Sie buchen',
    advice:
      'Sie buchen gerade keinen Termin? Dann bestätigen Sie bitte nicht; ohne Bestätigung geschieht nichts.',
  },
  'my-bookings': {
    text: 'access',
    subject: () => 'Ihr Zugang zu „Meine Termine“',
    title: 'Meine Termine',
    label: 'Meine Termine öffnen',
    placeOfCode: 'auf der Seite, auf der Sie diese E-Mail angefordert haben',
    advice:
      'Geben Sie beides an niemanden weiter. Sie haben das nicht angefordert? Dann müssen Sie nichts tun: Ohne Link oder Code sieht niemand Ihre Termine.',
  },
} as const

/**
 * Sends a link and a code to an e-mail address that a visitor entered. It repeats nothing that the visitor
 * wrote, so that it cannot carry spam.
 */
export const emailVerification = {
  to: 'patient',
  validWhile: null,
  findStaleReason: ({ now }, { createdAt }) =>
    now >= createdAt + VERIFICATION_MINUTES * MINUTE
      ? 'Nicht mehr gesendet: Link und Code sind abgelaufen.'
      : undefined,
  // The patient waits for the e-mail at the screen.
  isSentWhileOff: true,
  secrets: 'link and code',
  texts: {
    'email-verification': {
      about: 'Wer online bucht, bestätigt mit dem Link oder Code die E-Mail-Adresse.',
      email: {
        opening: 'Bitte bestätigen Sie für die Online-Terminbuchung, dass diese E-Mail-Adresse Ihnen gehört.',
        closing: '',
      },
    },
    access: {
      about: 'Jemand möchte die Termine der eigenen E-Mail-Adresse ansehen.',
      email: {
        opening:
          'Sie möchten die Termine ansehen, die mit dieser E-Mail-Adresse gebucht sind. Bitte öffnen Sie den Link auf dem Gerät, auf dem Sie die Termine sehen möchten.',
        closing: '',
      },
    },
  },
  email: ({ practice, texts, purpose, verifyUrl, code: digits }) => {
    const { text, subject, title, label, placeOfCode, advice } = PURPOSES[purpose]
    const { opening, closing } = fillFrame(texts[text].email, addressValues(practice))
    return composeEmail({
      practice,
      subject: subject(digits),
      title,
      preview: `Ihr Code: ${digits}. Er gilt ${VERIFICATION_MINUTES} Minuten.`,
      parts: [
        ...opening,
        button({ label, url: verifyUrl }),
        codeBox(`Oder geben Sie ${placeOfCode}, diesen Code ein:`, digits),
        note(`Link und Code gelten ${VERIFICATION_MINUTES} Minuten. ${advice}`),
        ...closing,
      ],
    })
  },
  samples: {
    'email-verification': (sample) => ({ ...sample, purpose: 'booking', code: '049217' }),
    access: (sample) => ({
      ...sample,
      purpose: 'my-bookings',
      verifyUrl: sample.accessUrl,
      code: '049217',
    }),
  },
} satisfies Kind<Facts>
