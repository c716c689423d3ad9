import { Hono } from 'hono'
import * as v from 'valibot'
import { type Delivery, listDeliveries } from '../../backoffice/deliveries.ts'
import type { Ctx } from '../../ctx.ts'
import { findLastBackupRequest } from '../../db/backup-request.ts'
import { readBackupState } from '../../db/backup-state.ts'
import { isBackingUp } from '../../db/nightly-backups.ts'
import { requestBackup } from '../../operation/backup-request.ts'
import { DOCTOR_GROUPS } from '../../operation/checks/check.ts'
import { type Finding, titleOf } from '../../operation/checks/finding.ts'
import { listFindings } from '../../operation/checks.ts'
import { hasBooking } from '../../operation/first-steps.ts'
import { isLoopback, patientUrl } from '../../practice/addresses.ts'
import { CHANNELS } from '../../shared/messages/message-kinds.ts'
import { Problem } from '../../shared/problems.ts'
import { isoAt, isoOrNull } from '../../time/vienna.ts'
import { ctxOf, type Deps } from '../deps.ts'
import { beforeField, pageLengthField } from '../fields.ts'
import { noBody, query } from '../input.ts'
import type { AdminEnv } from './guard.ts'
import { messageStatusField } from './outbox-lists.ts'

const deliveriesQuery = v.object({
  before: beforeField,
  limit: pageLengthField,
  channel: v.optional(v.picklist(CHANNELS, 'Diesen Kanal gibt es nicht.'), 'email'),
  status: v.optional(messageStatusField),
})

/** The calls for staff who look after the installation. None of them answers patient data. */
export function installationRoutes(deps: Deps) {
  const examine = shareRuns(() => examineInstallation(deps))
  return (
    new Hono<AdminEnv>()
      .get('/installation', (c) => c.json(installationAnswer(ctxOf(c))))
      .get('/installation/address', (c) => c.json(addressAnswer(ctxOf(c))))
      .post('/installation/backup', noBody, (c) => {
        requestBackup(ctxOf(c))
        return c.json(installationAnswer(ctxOf(c)), 202)
      })
      // This is not a GET, because it calls external servers.
      .post('/installation/examination', noBody, async (c) =>
        c.json({ findings: (await examine()).map(findingAnswer) }),
      )
      .get('/installation/deliveries', query(deliveriesQuery), (c) => {
        const { channel, ...filter } = c.req.valid('query')
        const { rows, more } = listDeliveries(ctxOf(c), channel, filter)
        return c.json({ deliveries: rows.map(deliveryAnswer), more })
      })
  )
}

/** Returns a function that runs only once at a time: calls during a run get the result of that run. */
function shareRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  return () => {
    running ??= run().finally(() => {
      running = undefined
    })
    return running
  }
}

/**
 * Returns the findings of `ordi doctor`. If no process can be started for it, returns only those that need
 * nothing but the database.
 * @throws Problem test_failed when it could not be run
 */
async function examineInstallation({ examine, ctx, log }: Deps): Promise<readonly Finding[]> {
  if (examine === undefined)
    return DOCTOR_GROUPS.flatMap((group) => listFindings(ctx({ kind: 'job' }), group))
  try {
    return await examine()
  } catch (err) {
    log.error({ err }, 'ordi doctor could not be run')
    throw new Problem(
      'test_failed',
      {},
      'Die Prüfung ließ sich nicht ausführen: Warum, steht im Protokoll des Servers.',
    )
  }
}

function findingAnswer(finding: Finding) {
  const { level, german } = finding
  return { level, title: titleOf(finding), text: german }
}

/** Returns the URL of the portal. `booked` says only whether there is any booking. */
function addressAnswer(ctx: Ctx) {
  const { baseUrl, baseUrlIsSet } = ctx.config
  const patients = patientUrl(ctx, '/')
  return {
    started_with: baseUrl,
    is_set: baseUrlIsSet,
    patients,
    this_machine_only: isLoopback(new URL(patients).hostname),
    booked: hasBooking(ctx),
  }
}

/** Returns the state of the backups; null for a database in memory, which has none. */
function installationAnswer(ctx: Ctx) {
  const backup = readBackupState(ctx)
  if (backup === undefined) return { backup: null }
  return {
    backup: {
      at: isoOrNull(backup.at ?? null),
      bytes: backup.bytes ?? null,
      encrypted: backup.encrypted,
      late: backup.late,
      running: isBackingUp(ctx.db),
      request: backupRequestAnswer(ctx),
    },
  }
}

/** Returns the last requested backup; null if none was requested. */
function backupRequestAnswer({ db }: Ctx) {
  const request = findLastBackupRequest(db)
  if (request === undefined) return null
  return {
    at: isoAt(request.at),
    ended_at: isoOrNull(request.endedAt ?? null),
    error: request.error ?? null,
  }
}

function deliveryAnswer(delivery: Delivery) {
  const { id, kind, status, attempts, provider, cause, createdAt, dueAt, sentAt } = delivery
  return {
    id,
    kind,
    status,
    attempts,
    provider,
    cause,
    created_at: isoAt(createdAt),
    due_at: isoAt(dueAt),
    sent_at: isoOrNull(sentAt),
  }
}
