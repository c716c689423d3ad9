import type { Ctx } from '../ctx.ts'
import { backupCheck } from './checks/backup.ts'
import { backupTasksCheck } from './checks/backup-tasks.ts'
import type { Check, DoctorGroup } from './checks/check.ts'
import { closedTimeCheck } from './checks/closed-time.ts'
import { databaseCheck } from './checks/database.ts'
import { demoCheck } from './checks/demo.ts'
import { diskCheck } from './checks/disk.ts'
import type { Finding } from './checks/finding.ts'
import { holdsCheck } from './checks/holds.ts'
import { jobsCheck } from './checks/jobs.ts'
import { linksCheck } from './checks/links.ts'
import { mailServerCheck } from './checks/mail-server.ts'
import { maintenanceCheck } from './checks/maintenance.ts'
import { notificationsOffCheck } from './checks/notifications-off.ts'
import { odooCheck } from './checks/odoo.ts'
import { odooBookingsCheck } from './checks/odoo-bookings.ts'
import { otherCalendarsCheck } from './checks/other-calendars.ts'
import { outboxCheck } from './checks/outbox.ts'
import { proxiesCheck } from './checks/proxies.ts'
import { requestsCheck } from './checks/requests.ts'
import { secondFactorCheck } from './checks/second-factor.ts'
import { smsAccountsCheck } from './checks/sms-accounts.ts'
import { smsLimitCheck } from './checks/sms-limit.ts'
import { turnstileHostCheck } from './checks/turnstile-host.ts'

/**
 * All checks of the installation. The alerts of the admin area (alerts.ts), the lines of `ordi doctor`
 * (cli/doctor.ts) and the metrics (http/metrics.ts) follow the order of this list.
 */
export const CHECKS: readonly Check[] = [
  databaseCheck,
  demoCheck,
  secondFactorCheck,
  maintenanceCheck,
  outboxCheck,
  requestsCheck,
  holdsCheck,
  closedTimeCheck,
  notificationsOffCheck,
  mailServerCheck,
  proxiesCheck,
  turnstileHostCheck,
  linksCheck,
  smsAccountsCheck,
  smsLimitCheck,
  odooCheck,
  odooBookingsCheck,
  otherCalendarsCheck,
  backupCheck,
  backupTasksCheck,
  jobsCheck,
  diskCheck,
]

/** Returns the findings of a group, in the order of the checks. */
export function listFindings(ctx: Ctx, group: DoctorGroup): Finding[] {
  return CHECKS.flatMap(({ doctor, read }) =>
    doctor?.group === group ? doctor.findings(read(ctx), ctx.now) : [],
  )
}
