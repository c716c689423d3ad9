import { once } from 'node:events'
import { readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failure, ordi, ordiProcess } from '../testing/command-line.ts'
import { changeDatabase, rowsIn } from '../testing/data-directory.ts'
import { freePort } from '../testing/free-port.ts'
import { startOrdi } from '../testing/running-server.ts'
import { tempDir } from '../testing/temp-dir.ts'

describe('a server that cannot start', () => {
  it('reports in one sentence that the port is in use, and creates no admin', async () => {
    const port = await freePort()
    const occupant = createServer().listen(port, '127.0.0.1')
    await once(occupant, 'listening')
    const DATA_DIR = tempDir()
    expect(await ordiProcess(['serve'], { DATA_DIR, PORT: String(port), HOST: '127.0.0.1' })).toEqual(
      failure(`Port ${port} on 127.0.0.1 is in use already. Stop the other program, or set PORT.\n`),
    )
    expect(readdirSync(DATA_DIR).toSorted()).toEqual(['ordi.db', 'secret.key'])
    expect(rowsIn(DATA_DIR, 'select email from admins')).toEqual([])
    occupant.close()
  })

  it('reports in one sentence that the IP address is not its own', async () => {
    expect(await ordiProcess(['serve'], { DATA_DIR: tempDir(), PORT: '8080', HOST: '192.0.2.1' })).toEqual(
      failure(
        'Port 8080 on 192.0.2.1 cannot be opened (EADDRNOTAVAIL). Set HOST to an address of this machine.\n',
      ),
    )
  })

  it('reports a failed migration in one sentence, and changes nothing', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR })
    // The migrations have been applied, but now count as pending.
    changeDatabase(DATA_DIR, 'delete from __drizzle_migrations where rowid > 1')
    expect(await ordiProcess(['serve'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^The database \S+ordi\.db cannot be opened: [^\n]*already exists\.\n$/)),
    )
    expect(rowsIn(DATA_DIR, 'select id from services')).toHaveLength(5)
  })

  it('does not start without its database, unless a new one is requested', async () => {
    const DATA_DIR = tempDir()
    await ordi(['seed', '--demo'], { DATA_DIR })
    rmSync(join(DATA_DIR, 'ordi.db'))
    expect(await ordiProcess(['serve'], { DATA_DIR })).toEqual(
      failure(expect.stringMatching(/^The database is missing: [^\n]*\n$/)),
    )
    expect(readdirSync(DATA_DIR)).toEqual(['secret.key'])
    const server = await startOrdi({ DATA_DIR }, ['--new'])
    expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
    await server.stop()
  })
})
