import { countOpenRequests } from '../../backoffice/open-requests.ts'
import { UNANSWERED_AFTER } from '../../booking/practice-reminders.ts'
import { elapsedText } from '../../shared/elapsed-text.ts'
import { type Alert, alertWithCard, defineCheck } from './check.ts'

type Facts = ReturnType<typeof countOpenRequests>

/** Checks whether requests have waited too long for an answer, or look as if a program had made them. */
export const requestsCheck = defineCheck({
  read: countOpenRequests,
  alerts: (facts) => [...lateAlerts(facts), ...markedAlerts(facts)],
  counts: ({ count }) => ({ requests: count }),
})

/** These alerts have no card, because the start page lists the requests themselves. */
function lateAlerts({ late }: Facts): Alert[] {
  if (late === 0) return []
  const waiting = late === 1 ? 'Anfrage wartet' : 'Anfragen warten'
  return [
    {
      kind: 'requests',
      level: 'warning',
      banner: `${late} ${waiting} seit über ${elapsedText(UNANSWERED_AFTER)}.`,
    },
  ]
}

function markedAlerts({ marked }: Facts): Alert[] {
  if (marked === 0) return []
  const waiting = marked === 1 ? '1 auffällige Anfrage wartet' : `${marked} auffällige Anfragen warten`
  return [
    alertWithCard({
      kind: 'marked',
      level: 'warning',
      banner: `${waiting} auf der Übersicht.`,
      title: 'Auffällige Anfragen',
      detail: `${waiting}.`,
      href: '/admin?marked=reject',
    }),
  ]
}
