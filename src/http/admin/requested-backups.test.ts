import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { backUpOnRequest } from '../../db/nightly-backups.ts'
import { tempDir } from '../../testing/temp-dir.ts'
import { NOW, openTestApp } from '../../testing/test-app.ts'
import { isoAt } from '../../time/vienna.ts'

/** Opens the app with a database file, of which technik can request a backup. */
function openBackupApp() {
  const app = openTestApp({ file: join(tempDir(), 'ordi.db') })
  onTestFinished(() => app.close())
  const technik = app.admin('it@ordination.example', 'technik')
  return {
    app,
    requestBackup: () => technik.post('/api/admin/installation/backup'),
    readBackup: async () => (await technik.get('/api/admin/installation')).json.backup,
  }
}

it('a requested backup is made by a job', async () => {
  const { app, requestBackup, readBackup } = openBackupApp()
  expect(await readBackup()).toMatchObject({ at: null, running: false, request: null })

  const requested = await requestBackup()
  const request = { at: isoAt(NOW), ended_at: null, error: null }
  expect(requested.status).toBe(202)
  expect(requested.json.backup).toMatchObject({ running: true, request })

  app.pass(1_000)
  await backUpOnRequest(app.ctx, app.log)
  expect(await readBackup()).toMatchObject({
    at: isoAt(NOW + 1000),
    bytes: expect.any(Number),
    encrypted: false,
    late: false,
    running: false,
    request: { ...request, ended_at: isoAt(NOW + 1000) },
  })
})

it('a backup cannot be requested while another one is under way', async () => {
  const { requestBackup } = openBackupApp()
  await requestBackup()
  const { status, json } = await requestBackup()
  const message = 'Es wird gerade gesichert. Bitte warten Sie kurz.'
  expect([status, json]).toEqual([409, { error: 'conflict', message }])
})

it('the audit records who requested a backup', async () => {
  const { app, requestBackup } = openBackupApp()
  await requestBackup()
  const { json } = await app.admin().get('/api/admin/audit?kind=settings')
  expect(json.entries).toMatchObject([{ action: 'backup-requested', actor_name: 'it@ordination.example' }])
})

it('a database in memory has no backups', async () => {
  const technik = openTestApp().admin('it@ordination.example', 'technik')
  expect((await technik.get('/api/admin/installation')).json.backup).toBeNull()
  expect((await technik.post('/api/admin/installation/backup')).status).toBe(409)
})
