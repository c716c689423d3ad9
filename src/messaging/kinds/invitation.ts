import { and, eq, gt } from 'drizzle-orm'
import type { Ctx } from '../../ctx.ts'
import { admins, type ListedMessage } from '../../db/schema.ts'
import { ROLE_NAMES, type Role } from '../../shared/role.ts'
import type { Practice } from '../../shared/settings/settings.ts'
import { INVITATION_HOURS } from '../../shared/staff.ts'
import { button, note, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import type { Kind } from '../kind.ts'

type Facts = Readonly<{ practice: Practice; name: string; role: Role; url: string }>

/** Gives a staff member a link to choose a first or a new password. */
export const invitation = {
  // Staff members belong to the practice, although this one gets the e-mail at their own address.
  to: 'practice',
  validWhile: null,
  findStaleReason: (ctx, message) =>
    isLinkValid(ctx, message) ? undefined : 'Nicht mehr gesendet: Der Link gilt nicht mehr.',
  isSentWhileOff: true,
  secrets: 'link',
  isForDoctorsOnly: true,
  email: ({ practice, name, role, url }) =>
    composeEmail({
      practice,
      subject: 'Ihr Zugang zur Online-Terminbuchung',
      title: 'Ihr Zugang',
      preview: 'Bitte wählen Sie Ihr Passwort.',
      parts: [
        paragraph(
          `Guten Tag ${name}! Für Sie ist ein Zugang zur Verwaltung der Online-Termine eingerichtet (${ROLE_NAMES[role]}). Bitte wählen Sie Ihr Passwort.`,
        ),
        button({ label: 'Passwort wählen', url }),
        note(
          `Der Link gilt ${INVITATION_HOURS}\u00a0Stunden und nur einmal; ein bisheriges Passwort gilt nicht mehr. Geben Sie den Link an niemanden weiter. Sie wissen nichts davon? Dann fragen Sie bitte in der Ordination nach, bevor Sie ihn öffnen.`,
        ),
      ],
    }),
  samples: {
    invitation: ({ practice, adminUrl }) => ({
      practice,
      name: 'Gerda Testner',
      role: 'assistant',
      url: `${adminUrl}/invitation?token=t`,
    }),
  },
} satisfies Kind<Facts>

/** Returns whether the link in the message is the staff member's newest one, and has not expired. */
function isLinkValid({ db, now }: Ctx, { id }: ListedMessage): boolean {
  const validLink = and(eq(admins.invitationMessageId, id), gt(admins.invitationExpiresAt, now))
  return db.select({ id: admins.id }).from(admins).where(validLink).get() !== undefined
}
