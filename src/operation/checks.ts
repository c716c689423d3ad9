import type { Ctx } from '../ctx.ts'
import { backup } from './checks/backup.ts'
import { backupTasks } from './checks/backup-tasks.ts'
import type { Check, DoctorGroup } from './checks/check.ts'
import { closedTime } from './checks/closed-time.ts'
import { database } from './checks/database.ts'
import { demo } from './checks/demo.ts'
import { disk } from './checks/disk.ts'
import type { Finding } from './checks/finding.ts'
import { holds } from './checks/holds.ts'
import { jobs } from './checks/jobs.ts'
import { links } from './checks/links.ts'
import { mailServer } from './checks/mail-server.ts'
import { maintenance } from './checks/maintenance.ts'
import { notificationsOff } from './checks/notifications-off.ts'
import { odoo } from './checks/odoo.ts'
import { odooBookings } from './checks/odoo-bookings.ts'
import { otherCalendars } from './checks/other-calendars.ts'
import { outbox } from './checks/outbox.ts'
import { proxies } from './checks/proxies.ts'
import { requests } from './checks/requests.ts'
import { secondFactor } from './checks/second-factor.ts'
import { smsAccounts } from './checks/sms-accounts.ts'
import { smsLimit } from './checks/sms-limit.ts'
import { turnstileHost } from './checks/turnstile-host.ts'

/**
 * All checks of the installation. The alerts of the admin area (alerts.ts), the lines of `ordi doctor`
 * (cli/doctor.ts) and the metrics (http/metrics.ts) follow the order of this list.
 */
export const CHECKS: readonly Check[] = [
  database,
  demo,
  secondFactor,
  maintenance,
  outbox,
  requests,
  holds,
  closedTime,
  notificationsOff,
  mailServer,
  proxies,
  turnstileHost,
  links,
  smsAccounts,
  smsLimit,
  odoo,
  odooBookings,
  otherCalendars,
  backup,
  backupTasks,
  jobs,
  disk,
]

/** Returns the findings of a group, in the order of the checks. */
export function listFindings(ctx: Ctx, group: DoctorGroup): Finding[] {
  return CHECKS.flatMap(({ doctor, read }) =>
    doctor?.group === group ? doctor.findings(read(ctx), ctx.now) : [],
  )
}
