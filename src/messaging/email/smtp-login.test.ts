import { describe, expect, it } from 'vitest'
import { openMailServer, openRawServer, sendTo } from '../../testing/mail-attempts.ts'

describe('a login that fails', () => {
  it.each([
    { after: 'a wrong password', credentials: 'ordi:wrong@', advice: 'nimmt die Anmeldung nicht an' },
    { after: 'a missing login', credentials: '', advice: 'verlangt eine Anmeldung' },
  ])('is a fault of the settings after $after, with advice', async ({ credentials, advice }) => {
    const server = await openMailServer({ login: { user: 'ordi', pass: 'right' } })
    const mailResult = await sendTo(server.url.replace('//', `//${credentials}`))
    expect(mailResult).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining(advice),
    })
    expect(mailResult).toMatchObject({ advice: expect.stringContaining('SMTP_URL') })
  })

  it('is a fault of the settings if the server offers none, and the server gets neither mail nor password', async () => {
    const commands: string[] = []
    const port = await openRawServer((socket) => {
      socket.write('220 open ESMTP\r\n')
      socket.on('data', (data) => {
        const [command = ''] = String(data).split(/\s/)
        commands.push(command)
        socket.write('250 open\r\n')
      })
    })
    expect(await sendTo(`smtp://ordi:secret@127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      kind: 'configuration',
      advice: expect.stringContaining('bietet keine Anmeldung an'),
    })
    // A login would begin with AUTH, and an e-mail with MAIL.
    expect(commands.filter((command) => command !== 'EHLO' && command !== 'QUIT')).toEqual([])
  })

  it('reveals no password when the server repeats the login', async () => {
    const port = await openRawServer((socket) => {
      socket.write('220 parrot ESMTP\r\n')
      socket.on('data', (data) => {
        const command = String(data).trim()
        const [, login = ''] = /^AUTH PLAIN (\S+)/.exec(command) ?? []
        const userAndPassword = Buffer.from(login, 'base64').toString().replaceAll('\0', ' ')
        const passwordInBase64 = Buffer.from('a+b geheim').toString('base64')
        if (command.startsWith('EHLO')) socket.write('250-parrot\r\n250 AUTH PLAIN\r\n')
        else socket.write(`535 5.7.8 No: ${command},${userAndPassword}, ${passwordInBase64}\r\n`)
      })
    })
    expect(await sendTo(`smtp://ordi:a%2Bb%20geheim@127.0.0.1:${port}`)).toMatchObject({
      ok: false,
      kind: 'configuration',
      detail: expect.stringContaining('No: AUTH PLAIN ***, ordi ***, ***'),
    })
  })
})
