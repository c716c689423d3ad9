import type { Admin } from '../../db/schema.ts'
import { fullDayTime } from '../../shared/format.ts'
import { ROLE_NAMES } from '../../shared/role.ts'
import { button, factTable, type Part, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import type { Kind, PortalFacts } from '../kind.ts'

/** The staff member whose access has changed. */
type Member = Readonly<Pick<Admin, 'email' | 'name' | 'role'>>

/** The changes that are reported to all doctors. They contain no keys and no values of settings. */
export type SecurityChange =
  | Readonly<{ of: keyof typeof ABOUT_MEMBER; member: Member }>
  | Readonly<{ of: 'backup-key'; isEncrypted: boolean }>
  | Readonly<{ of: 'mail-server'; labels: readonly string[]; servers: keyof typeof SENT_BY }>

type Facts = PortalFacts &
  Readonly<{
    change: SecurityChange
    /** The person who made the change, with name and e-mail address. */
    changedBy: string
    /** True when that person was signed in to the server itself, not to the admin area. */
    isFromServer?: boolean
  }>

/** The sentence about each change of a staff member's access. */
const ABOUT_MEMBER = {
  invited: (member: Member) => `${memberText(member)} wurde eingeladen (${ROLE_NAMES[member.role]}).`,
  added: (member: Member) => `${memberText(member)} hat einen Zugang bekommen (${ROLE_NAMES[member.role]}).`,
  changed: (member: Member) =>
    `Der Zugang von ${memberText(member)} wurde geändert. Die Rolle ist jetzt: ${ROLE_NAMES[member.role]}.`,
  reset: (member: Member) => `Der Zugang von ${memberText(member)} wurde zurückgesetzt.`,
  'new-password': (member: Member) => `Für ${memberText(member)} wurde ein neues Passwort gesetzt.`,
  removed: (member: Member) => `Der Zugang von ${memberText(member)} wurde entfernt.`,
}

/** Sentences that say what to do if the change was not intended. */
const UNWANTED =
  'Wenn nicht: Ändern Sie Ihr Passwort („Mein Zugang“), melden Sie unter „Personen“ ab, wer das war, und machen Sie die Änderung rückgängig. Sagen Sie es auch gleich der Person, die Ihren Server betreut.'
const UNWANTED_FROM_SERVER =
  'Wenn nicht: Rufen Sie gleich die Person an, die Ihren Server betreut, denn jemand konnte dort Befehle ausführen. Können Sie sich nicht mehr anmelden, gibt sie Ihnen ein neues Passwort. Einen Zugang, den Sie nicht kennen, entfernen Sie unter „Personen“.'

/** Sentences about the servers that send a notice: the new one, the former one or both. */
const SENT_BY = {
  new: '',
  both: 'Diese E-Mail geht über den bisherigen und über den neuen Server hinaus. Darum kann sie zweimal ankommen.',
  former:
    'Diese E-Mail geht noch über den bisherigen Server hinaus, weil kein anderer eingetragen ist. Sobald einer eingetragen ist, kann sie ein zweites Mal ankommen.',
}

/**
 * Tells a doctor of a change by which somebody could take over the portal, or read its backups or e-mails.
 */
export const securityNotice = {
  to: 'practice',
  validWhile: null,
  isSentWhileOff: true,
  isForDoctorsOnly: true,
  email: ({ practice, now, adminUrl, change, changedBy, isFromServer = false }) => {
    const title = titleOf(change)
    return composeEmail({
      practice,
      subject: `Ordi: ${title}`,
      title,
      preview: 'Bitte prüfen Sie, ob das so gewollt ist.',
      parts: [
        paragraph(sentenceOf(change)),
        ...sentByParagraphs(change),
        factTable([
          { label: 'Von', value: changedBy },
          { label: 'Am', value: fullDayTime(now) },
        ]),
        paragraph(
          `Ist das so gewollt, müssen Sie nichts tun. ${isFromServer ? UNWANTED_FROM_SERVER : UNWANTED}`,
        ),
        button({ label: 'Zur Verwaltung', url: adminUrl }),
      ],
    })
  },
  samples: {
    'security-notice': (sample) => ({
      ...sample,
      changedBy: 'Dr. Alma Beispiel (alma@praxis.example)',
      change: {
        of: 'invited',
        member: { name: 'Gerda Testner', email: 'gerda@praxis.example', role: 'assistant' },
      },
    }),
    'security-notice-of-backups': (sample) => ({
      ...sample,
      changedBy: 'alma@praxis.example',
      change: { of: 'backup-key', isEncrypted: false },
    }),
    'security-notice-of-mail-server': (sample) => ({
      ...sample,
      changedBy: 'alma@praxis.example',
      change: { of: 'mail-server', labels: ['Server', 'Passwort'], servers: 'both' },
    }),
  },
} satisfies Kind<Facts>

/** Renders why a notice about the mail server may arrive twice; nothing for any other notice. */
function sentByParagraphs(change: SecurityChange): Part[] {
  const sentence = change.of === 'mail-server' ? SENT_BY[change.servers] : ''
  return sentence === '' ? [] : [paragraph(sentence)]
}

/** Returns the title of the e-mail, which is also in its subject. */
function titleOf({ of }: SecurityChange): string {
  switch (of) {
    case 'backup-key':
      return 'Schlüssel der Sicherungen geändert'
    case 'mail-server':
      return 'E-Mail-Server geändert'
    default:
      return 'Zugang geändert'
  }
}

/** Returns the sentence that says what was changed. */
function sentenceOf(change: SecurityChange): string {
  switch (change.of) {
    case 'backup-key':
      return change.isEncrypted
        ? 'Neue Sicherungen werden mit einem anderen Schlüssel verschlüsselt.'
        : 'Neue Sicherungen werden nicht mehr verschlüsselt.'
    case 'mail-server':
      return `Beim E-Mail-Server wurde geändert: ${change.labels.join(', ')}.`
    default:
      return ABOUT_MEMBER[change.of](change.member)
  }
}

/** Returns `Name (e-mail address)`, or only the address if there is no name. */
export function memberText({ name, email }: Pick<Member, 'name' | 'email'>): string {
  return name === '' ? email : `${name} (${email})`
}
