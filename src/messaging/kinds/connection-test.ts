import { fullDayTime, shortDayClock } from '../../shared/format.ts'
import { button, note, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import type { Kind, PortalFacts } from '../kind.ts'
import { composeSms } from '../sms/compose.ts'

/**
 * Shows an admin that the mail server or an SMS provider works. The SMS contains the time, because providers
 * refuse the same text twice.
 */
export const connectionTest = {
  to: 'practice',
  validWhile: null,
  email: ({ practice, now, adminUrl }) =>
    composeEmail({
      practice,
      subject: 'Test-E-Mail der Online-Terminbuchung',
      title: 'Der E-Mail-Versand funktioniert',
      preview: 'Sie müssen nichts weiter tun.',
      parts: [
        paragraph(
          `Diese Test-E-Mail wurde am ${fullDayTime(now)}, in der Verwaltung angefordert. Auf demselben Weg erreichen auch Ihre Patientinnen und Patienten unsere E-Mails.`,
        ),
        button({ label: 'Zur Verwaltung', url: adminUrl }),
        note('Sie müssen nichts weiter tun.'),
      ],
    }),
  sms: ({ practice, now }) => {
    const opening = 'Dies ist eine Test-SMS vom {Termin}. Der Versand funktioniert.'
    return composeSms({
      practice,
      words: { opening, closing: '' },
      values: { Termin: shortDayClock(now) },
    })
  },
  samples: { test: (sample) => sample },
} satisfies Kind<PortalFacts>
