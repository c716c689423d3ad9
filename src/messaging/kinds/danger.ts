import { fullDayTime } from '../../shared/format.ts'
import { button, note, paragraph } from '../email/basic-parts.ts'
import { composeEmail, type EmailContent } from '../email/layout.ts'
import type { Kind, PortalFacts } from '../kind.ts'

type Facts = PortalFacts &
  Readonly<{
    /** The faults that keep the portal from working; none when all of them are over. */
    alerts: readonly Readonly<{ banner?: string; card?: Readonly<{ title: string }> }>[]
  }>

/** Warns the practice of faults that keep the portal from working, or says that all of them are over. */
export const danger = {
  to: 'practice',
  validWhile: null,
  isSentWhileOff: true,
  email: (facts) => (facts.alerts.length > 0 ? warning(facts) : allClear(facts)),
  samples: {
    danger: (sample) => ({
      ...sample,
      alerts: [
        { banner: 'Seit 40 Stunden gibt es keine neue Sicherung.', card: { title: 'Sicherung veraltet' } },
      ],
    }),
    dangers: (sample) => ({
      ...sample,
      alerts: [
        { banner: '2 E-Mails konnten nicht gesendet werden.', card: { title: 'Nachrichten nicht gesendet' } },
        { banner: 'E-Mails warten seit 25 Minuten auf den Versand.', card: { title: 'Versand steht still' } },
      ],
    }),
    'all-clear': (sample) => ({ ...sample, alerts: [] }),
  },
} satisfies Kind<Facts>

/** Writes the e-mail about faults, each with the sentence of its banner. */
function warning({ practice, now, adminUrl, alerts }: Facts): EmailContent {
  const [first] = alerts
  const topic = alerts.length === 1 ? first?.card?.title : `${alerts.length} Störungen`
  return composeEmail({
    practice,
    subject: `Ordi: Achtung – ${topic}`,
    title: 'Achtung',
    preview: first?.banner ?? '',
    parts: [
      ...alerts.flatMap(({ banner }) => (banner === undefined ? [] : [paragraph(banner)])),
      button({ label: 'Zur Verwaltung', url: adminUrl }),
      note(`Stand: ${fullDayTime(now)}. Sobald alles wieder in Ordnung ist, schreibt Ordi noch einmal.`),
    ],
  })
}

/** Writes the e-mail that says that all faults are over. */
function allClear({ practice, now, adminUrl }: Facts): EmailContent {
  return composeEmail({
    practice,
    subject: 'Ordi: Wieder in Ordnung',
    title: 'Wieder in Ordnung',
    preview: 'Sie müssen nichts weiter tun.',
    parts: [
      paragraph('Die gemeldeten Störungen sind vorbei. Sie müssen nichts weiter tun.'),
      button({ label: 'Zur Verwaltung', url: adminUrl }),
      note(`Stand: ${fullDayTime(now)}.`),
    ],
  })
}
