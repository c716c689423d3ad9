import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

/** The conventions of docs/architecture.md that the linter cannot check. Import directions and cycles are in biome.json. */
const ROOT = join(import.meta.dirname, '..')

/** Modules are synchronous, except for the files that talk to the world outside and the workers that use them. */
const ASYNC = [
  'src/access/bot-check.ts',
  'src/access/passwords.ts',
  'src/access/webauthn.ts',
  'src/backoffice/demo-end.ts',
  'src/backoffice/retention.ts',
  'src/erp/guarded-call.ts',
  'src/erp/odoo-client.ts',
  'src/erp/odoo.ts',
  'src/erp/pull.ts',
  'src/erp/push.ts',
  'src/erp/sync.ts',
  'src/messaging/connection-tests.ts',
  'src/messaging/email/smtp.ts',
  'src/messaging/email/transport.ts',
  'src/messaging/outbox/deliver.ts',
  'src/messaging/sms/balances.ts',
  'src/messaging/sms/clicksend.ts',
  'src/messaging/sms/delivery-reports.ts',
  'src/messaging/sms/provider.ts',
  'src/messaging/sms/sevenio.ts',
  'src/messaging/sms/transport.ts',
]

const CLOCK = /\bDate\.now\b|\bnew Date\(\)|\bTemporal\.Now\b|\bperformance\.now\b/
const ENVIRONMENT = /\bprocess\.env\b|from 'node:process'/
const BROWSER = /\b(fetch|document|window|navigator|localStorage|process|setTimeout|setInterval)\b[.([]/

describe('the source', () => {
  it('reads the clock in ctx.ts only', () => {
    expect(filesWith(CLOCK, 'src')).toEqual(['src/ctx.ts'])
  })

  it('reads the environment in config.ts only', () => {
    expect(filesWith(ENVIRONMENT, 'src')).toEqual(['src/config.ts'])
  })

  it('is synchronous in the modules, except where it talks to the world outside', () => {
    const modules = 'src/{access,practice,schedule,messaging,erp,booking,backoffice}'
    expect(filesWith(/\b(async|await|Promise)\b/, modules)).toEqual(ASYNC.toSorted())
  })

  it('uses nothing of the process or the browser in shared/', () => {
    expect(filesWith(BROWSER, 'src/shared')).toEqual([])
  })

  it('gives the browser only shared/ and the types of everything else', () => {
    expect(
      filesWith(/^(import|export) (?!type ).*from '[./]+\/src\/(?!shared\/)|import\('[./]+\/src\//m, 'ui'),
    ).toEqual([])
  })
})

/** The files of the program below `folder` whose code, without comments and texts, matches. */
function filesWith(pattern: RegExp, folder: string): string[] {
  const files = globSync(`${folder}/**/*.{ts,tsx}`, {
    cwd: ROOT,
    exclude: ['**/*.test.ts', '**/*.config.ts', 'src/testing/**', '**/dist/**', 'ui/e2e/**'],
  })
  expect(files.length).toBeGreaterThan(0)
  return files.filter((file) => pattern.test(codeOf(join(ROOT, file)))).sort()
}

/** Import specifiers stay, comments and all other texts go. */
function codeOf(path: string): string {
  return readFileSync(path, 'utf8').replace(
    /(?<!from |import\()'(?:\\.|[^'\\\n])*'|(?<=^|\s)(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm,
    (part) => (part.startsWith('/') ? ' ' : "''"),
  )
}
