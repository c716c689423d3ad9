import { expect, it } from 'vitest'
import { openAlertsApp } from '../../testing/alerts-app.ts'

/** Any step of the codes, as it is stored for people who use an authenticator app. */
const ANY_TOTP_STEP = 1

it('the only alert counts the people without a second factor who can sign in', () => {
  const app = openAlertsApp()
  for (const name of ['a', 'b', 'c']) app.admin(`${name}@ordination.example`)
  // Only `a` uses an authenticator app.
  app.changeRows(`update admins set totp_step = ? where email like 'a%'`, ANY_TOTP_STEP)
  // An invitation does not count, because nobody can sign in by it.
  app.changeRows(
    `insert into admins (email, password_hash, invitation_expires_at, created_at, updated_at) values ('d@ordination.example', '', 1, 1, 1)`,
  )
  expect(app.alerts()).toEqual([
    {
      level: 'info',
      kind: 'second-factor',
      card: {
        title: 'Zweiter Faktor fehlt',
        detail: '2 Zugänge sind nur mit Passwort geschützt.',
        href: '/admin/account',
      },
    },
  ])
})
