import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { PROJECT, sourceFiles } from './testing/source-files.ts'

/**
 * This test checks the conventions of docs/architecture.md that the linter cannot check, except those of
 * comments (conventions-of-comments.test.ts).
 */

/**
 * The files of the modules that may be asynchronous: those that call other servers, and the workers that use
 * these.
 */
const ASYNC_FILES = [
  'src/access/altcha.ts',
  'src/access/answer-body.ts',
  'src/access/bot-check.ts',
  'src/access/guarded-call.ts',
  'src/access/guarded-file.ts',
  'src/access/turnstile.ts',
  'src/access/passwords.ts',
  'src/access/pinned-request.ts',
  'src/access/webauthn.ts',
  'src/operation/demo-end.ts',
  'src/privacy/old-copies.ts',
  'src/privacy/retention.ts',
  'src/calendars/busy-time-storage.ts',
  'src/calendars/calendar-call.ts',
  'src/calendars/reading-thread.ts',
  'src/calendars/reading.ts',
  'src/erp/activities.ts',
  'src/erp/busy-events.ts',
  'src/erp/connection-test.ts',
  'src/erp/odoo-client.ts',
  'src/erp/odoo-connection.ts',
  'src/erp/odoo-json-rpc.ts',
  'src/erp/odoo-json2.ts',
  'src/erp/odoo-records.ts',
  'src/erp/odoo-users.ts',
  'src/erp/odoo.ts',
  'src/erp/our-events.ts',
  'src/erp/partners.ts',
  'src/erp/patient-link.ts',
  'src/erp/pull-schedule.ts',
  'src/erp/pull.ts',
  'src/erp/push-transport.ts',
  'src/erp/push.ts',
  'src/messaging/connection-tests.ts',
  'src/messaging/email/former-server.ts',
  'src/messaging/email/smtp-connection.ts',
  'src/messaging/email/smtp.ts',
  'src/messaging/email/transport.ts',
  'src/messaging/outbox/deliver.ts',
  'src/messaging/outbox/transport.ts',
  'src/messaging/sms/balances.ts',
  'src/messaging/sms/clicksend-receipts.ts',
  'src/messaging/sms/clicksend.ts',
  'src/messaging/sms/delivery-reports.ts',
  'src/messaging/sms/provider-call.ts',
  'src/messaging/sms/provider.ts',
  'src/messaging/sms/sevenio.ts',
  'src/messaging/sms/sevenio-reports.ts',
  'src/messaging/sms/transport.ts',
]

/** Code that reads the clock. */
const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b/
/** Code that reads the environment. */
const ENVIRONMENT = /\bprocess\.env\b|from 'node:process'/
/** Code that uses something that exists only in a browser or only in a process. */
const GLOBALS = /\b(fetch|document|window|navigator|localStorage|process|setTimeout|setInterval)\b[.([]/

/** Lists the program's files below `folder` whose code, without comments and strings, matches the pattern. */
function filesWith(pattern: RegExp, folder: string): string[] {
  return sourceFiles(folder, ['src/testing/**'])
    .filter((file) => pattern.test(codeOf(join(PROJECT, file))))
    .sort()
}

/** Returns the code of a file without comments and strings, except for the paths of imports. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(
    /(?<!from |import\()'(?:\\.|[^'\\\n])*'|(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm,
    (part) => (part.startsWith('/') ? ' ' : "''"),
  )
}

describe('the source', () => {
  it('reads the clock only in ctx.ts', () => {
    expect(filesWith(CLOCK, 'src')).toEqual(['src/ctx.ts'])
  })

  it('reads the environment only in config.ts', () => {
    expect(filesWith(ENVIRONMENT, 'src')).toEqual(['src/config.ts'])
  })

  it('is synchronous in the modules, except for calls to other servers', () => {
    const modules =
      'src/{access,practice,schedule,messaging,erp,staff,calendars,booking,backoffice,privacy,operation}'
    expect(filesWith(/\b(async|await|Promise)\b/, modules)).toEqual(ASYNC_FILES.toSorted())
  })

  it('uses no globals of a process or browser in shared/, and no package but valibot', () => {
    expect(filesWith(GLOBALS, 'src/shared')).toEqual([])
    expect(filesWith(/\bfrom '(?!\.|valibot')|\bimport\('/, 'src/shared')).toEqual([])
  })

  it('lets the browser import only shared/, and types from everywhere', () => {
    expect(
      filesWith(/^(import|export) (?!type ).*from '[./]+\/src\/(?!shared\/)|import\('[./]+\/src\//m, 'ui'),
    ).toEqual([])
  })
})

describe('the migrations', () => {
  it('keep only the newest snapshot of the schema, from which the next one is generated', () => {
    const files = readdirSync(join(PROJECT, 'src/db/migrations'))
    const newest =
      files
        .filter((file) => file.endsWith('.sql'))
        .toSorted()
        .at(-1) ?? ''
    const [number] = newest.split('_')
    expect(readdirSync(join(PROJECT, 'src/db/migrations/meta')).toSorted()).toEqual([
      `${number}_snapshot.json`,
      '_journal.json',
    ])
  })
})
