import { describe, expect, it } from 'vitest'
import { failure, ordi } from '../testing/command-line.ts'
import { freePort } from '../testing/free-port.ts'
import { listen } from '../testing/loopback.ts'

describe('ordi healthcheck', () => {
  it('fails in one sentence when nothing answers', async () => {
    const port = await freePort()
    expect(await ordi(['healthcheck'], { PORT: String(port) })).toEqual(
      failure(`nothing answers on port ${port}\n`),
    )
  })

  it('fails when the portal is unhealthy', async () => {
    const { port } = new URL(await listen((_, response) => response.writeHead(503).end('{"ok":false}')))
    expect(await ordi(['healthcheck'], { PORT: port })).toEqual(failure('unhealthy: 503\n'))
  })
})
