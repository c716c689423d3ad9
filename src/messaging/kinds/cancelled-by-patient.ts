import { fullDayTime } from '../../shared/format.ts'
import { appointmentBox, paragraph } from '../email/basic-parts.ts'
import { composeEmail } from '../email/layout.ts'
import { messageOfVisitor, patientTable, visitorName } from '../email/practice-parts.ts'
import type { Kind, PracticeFacts } from '../kind.ts'

type Facts = PracticeFacts &
  Readonly<{
    /** Written by the patient; may be empty. */
    reason: string
  }>

/** Tells the practice that a patient has cancelled an appointment online. */
export const cancelledByPatient = {
  to: 'practice',
  validWhile: ['cancelled'],
  email: ({ practice, booking, reason }) =>
    composeEmail({
      practice,
      subject: `Termin abgesagt: ${fullDayTime(booking.startsAt)}`,
      title: 'Termin abgesagt',
      preview: 'Die Zeit ist wieder frei.',
      parts: [
        paragraph(`${visitorName(booking)} hat diesen Termin online abgesagt. Die Zeit ist wieder frei.`),
        appointmentBox(booking.startsAt, 'cancelled'),
        messageOfVisitor(booking, reason),
        patientTable(booking),
      ],
    }),
  samples: {
    'cancelled-for-the-practice': (sample) => ({ ...sample, reason: 'Ich bin verreist.' }),
  },
} satisfies Kind<Facts>
