import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { writeSettings } from '../practice/settings.ts'
import { insertBooking } from '../testing/bookings.ts'
import { LOSSES, onlyRescued, openMovablePortal } from '../testing/movable-portal.ts'
import { waitUntil } from '../testing/wait-until.ts'
import { generateKey } from './age-file.ts'
import { checkDatabaseFile } from './database-check.ts'
import { backUpWhenDue } from './nightly-backups.ts'
import { withCheckedBackup } from './opened-backup.ts'

/** Returns the ids of the bookings in a copy. */
function bookingIdsIn(copy: string): unknown[] {
  const client = new Database(copy, { readonly: true })
  const ids = client.prepare('select id from bookings').pluck().all()
  client.close()
  return ids
}

describe('a database whose file is no longer at its path', () => {
  it.each(LOSSES)(
    'refuses requests when $loss, and is copied at once with everything saved',
    async ({ lose }) => {
      const portal = openMovablePortal()
      expect(await portal.checkHealth()).toBe(200)
      onTestFinished(portal.startJobs())
      const { id } = insertBooking(portal.ctx().db)
      lose(portal)
      const { status, json } = await portal.writeByCall()
      expect([status, json.error]).toEqual([503, 'unavailable'])
      await waitUntil(() => expect(portal.listRescued()).toHaveLength(1))
      const copy = onlyRescued(portal)
      await waitUntil(() => expect(portal.logLines.join()).toContain(`"file":"${copy}"`))
      expect((await checkDatabaseFile(copy)).rows.bookings).toBe(1)
      expect(bookingIdsIn(copy)).toEqual([id])
      expect(await portal.checkHealth()).toBe(503)
      expect((await portal.admin().get('/api/admin/status')).json).toMatchObject({
        level: 'danger',
        message: expect.stringContaining('nicht mehr an ihrem Platz'),
      })
      expect(portal.listRescued()).toEqual([copy])
    },
  )

  it('is noticed by the health check alone', async () => {
    const portal = openMovablePortal()
    expect(await portal.checkHealth()).toBe(200)
    onTestFinished(portal.startJobs())
    rmSync(portal.databaseFile())
    expect(await portal.checkHealth()).toBe(503)
    await waitUntil(() => expect(portal.listRescued()).toHaveLength(1))
  })

  it('is copied when the server stops before any health check', async () => {
    const portal = openMovablePortal()
    rmSync(portal.databaseFile())
    await portal.rescue()
    expect(portal.listRescued()).toHaveLength(1)
  })

  it('is copied again when it is lost twice between two runs of the job', async () => {
    const portal = openMovablePortal()
    portal.moveFileAway()
    await portal.rescue()
    portal.putFileBack()
    expect(await portal.checkHealth()).toBe(200)
    const { id } = insertBooking(portal.ctx().db)
    // A copy is named by the second at which it is made.
    portal.pass(1_000)
    portal.moveFileAway()
    // Two runs make one copy of each loss.
    await portal.rescue()
    await portal.rescue()
    const [, secondCopy = '', ...others] = portal.listRescued()
    expect(others).toEqual([])
    expect(bookingIdsIn(secondCopy)).toEqual([id])
  })

  it('works again when its file is put back, and is copied again when it is lost again', async () => {
    const portal = openMovablePortal()
    portal.moveFileAway()
    await portal.rescue()
    expect(await portal.checkHealth()).toBe(503)
    portal.putFileBack()
    await portal.rescue()
    expect(await portal.checkHealth()).toBe(200)
    expect((await portal.writeByCall()).status).toBe(200)
    portal.moveWalAway()
    await portal.rescue()
    expect(portal.listRescued()).toHaveLength(2)
  })

  it('works again when its folder is put back', async () => {
    const portal = openMovablePortal()
    portal.moveFolderAway()
    expect((await portal.writeByCall()).status).toBe(503)
    portal.putFolderBack()
    expect(await portal.checkHealth()).toBe(200)
    expect((await portal.writeByCall()).status).toBe(200)
  })

  it('is copied encrypted when there is a public key', async () => {
    const portal = openMovablePortal()
    const { identity, recipient } = await generateKey()
    writeSettings(portal.ctx(), 'general', { backup_recipient: recipient })
    insertBooking(portal.ctx().db)
    rmSync(portal.databaseFile())
    await portal.rescue()
    const copy = onlyRescued(portal)
    expect(basename(copy)).toMatch(/^rescued-.*\.db\.age$/)
    const identityFile = join(portal.parent, 'identity')
    writeFileSync(identityFile, identity)
    const rows = await withCheckedBackup(
      copy,
      { folder: portal.parent, identityFile },
      (_, checked) => checked.rows,
    )
    expect(rows.bookings).toBe(1)
    expect(readdirSync(portal.dataDir).filter((name) => name.startsWith('temporary-'))).toEqual([])
  })

  it('is copied again when the copy failed', async () => {
    const portal = openMovablePortal()
    writeFileSync(portal.backupFolder, 'no folder')
    rmSync(portal.databaseFile())
    await expect(portal.rescue()).rejects.toThrow('EEXIST')
    rmSync(portal.backupFolder)
    await portal.rescue()
    expect(portal.listRescued()).toHaveLength(1)
  })

  it('gets no nightly backup, because another connection would mistake the files', async () => {
    const portal = openMovablePortal()
    portal.moveWalAway()
    await expect(backUpWhenDue(portal.ctx, portal.log)).rejects.toThrow('moved while it was open')
    expect(portal.listBackups()).toEqual([])
    expect(existsSync(portal.databaseFile('-wal'))).toBe(false)
  })
})
