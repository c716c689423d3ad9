import { describe, expect, it } from 'vitest'
import {
  mailServerAt,
  openMailServer,
  SENT_MESSAGE,
  SHORT_TIMEOUTS_MS,
  sendTo,
} from '../../testing/mail-attempts.ts'
import { openMailPort, probeMailServer } from './smtp.ts'
import { MAIL_TIMEOUTS_MS } from './smtp-connection.ts'

/** A name that only the resolvers of these tests know, and two addresses to which they resolve it. */
const NAME = 'mail.rebinding.invalid'
const LOOPBACK_ADDRESS = { address: '127.0.0.1', family: 4 }
const METADATA_ADDRESS = { address: '169.254.169.254', family: 4 }

/** The words of the fault for a forbidden address. */
const FORBIDDEN_DETAIL = 'The address is link-local or a metadata service.'

describe('an IP address that may be a metadata service', () => {
  it.each(['169.254.169.254', '[fe80::1]', '[fd00:ec2::254]', '[::ffff:169.254.169.254]', '0xa9fea9fe'])(
    'is not called: %s',
    async (host) => {
      expect(await sendTo(`smtp://${host}:25`, { timeoutsMs: SHORT_TIMEOUTS_MS })).toMatchObject({
        kind: 'configuration',
        advice: expect.stringContaining('kann kein E-Mail-Server sein'),
      })
      expect(await probeMailServer(mailServerAt(`smtp://${host}:25`), SHORT_TIMEOUTS_MS)).toMatchObject({
        kind: 'configuration',
        detail: FORBIDDEN_DETAIL,
      })
    },
  )

  it('is not reached by a name that is resolved again, because only the checked IP address is called', async () => {
    const server = await openMailServer()
    const resolvedNames: string[] = []
    const { send } = openMailPort(MAIL_TIMEOUTS_MS, async (name) => {
      resolvedNames.push(name)
      return [LOOPBACK_ADDRESS]
    })
    // No other resolver knows the name, so the connection was made to the IP address that was checked.
    expect(await send(SENT_MESSAGE, mailServerAt(`smtp://${NAME}:${server.port}`))).toEqual({ ok: true })
    expect(server.mails).toHaveLength(1)
    expect(resolvedNames).toEqual([NAME])
  })

  it('is not called by a name, even if another IP address of the name is harmless', async () => {
    const server = await openMailServer()
    const { send } = openMailPort(MAIL_TIMEOUTS_MS, async () => [LOOPBACK_ADDRESS, METADATA_ADDRESS])
    expect(await send(SENT_MESSAGE, mailServerAt(`smtp://${NAME}:${server.port}`))).toMatchObject({
      detail: FORBIDDEN_DETAIL,
    })
    expect(server.mails).toEqual([])
  })
})
