import { beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../db/schema.ts'
import { HOUR } from '../shared/day.ts'
import { insertBooking } from '../testing/bookings.ts'
import { listenAs } from '../testing/loopback.ts'
import { openOdooSimulator } from '../testing/simulators/odoo.ts'
import { openTestApp, type TestApp } from '../testing/test-app.ts'
import { type Odoo, openOdoo } from './odoo-client.ts'
import { pushBooking } from './push.ts'

type Simulator = ReturnType<typeof openOdooSimulator>

let app: TestApp
let simulator: Simulator
let odoo: Odoo

async function connect(options: Parameters<typeof openOdooSimulator>[0] = {}) {
  simulator = openOdooSimulator(options)
  const login = { url: await listenAs(simulator), db: 'praxis', user: 'ordi', password: 'demo-key' }
  odoo = await openOdoo(login, { resolveHost: async () => [], allowPrivate: true })
}

beforeEach(async () => {
  app = openTestApp()
  await connect()
})

const addConfirmed = (changes: Partial<Booking> = {}) =>
  insertBooking(app.ctx().db, { status: 'confirmed', ...changes })

const push = ({ id }: Booking) => pushBooking(app.ctx, odoo, id)

describe('the partner of a patient', () => {
  /** Returns the times of another appointment, these hours after ten o’clock. */
  const inHours = (hours: number) => {
    const startsAt = Date.parse('2027-01-12T10:00:00+01:00') + hours * HOUR
    return { startsAt, endsAt: startsAt + HOUR / 2 }
  }

  it.each(['Mag. Rosa Musterfrau', 'Musterfrau, Rosa', 'ROSA MUSTERFRAU'])(
    'is one that has the address and the name, in whatever order and with whatever title: %s',
    async (name) => {
      const id = simulator.addPartner({ name, email: 'Rosa@Musterfrau.example', phone: '05572 1' })
      await push(addConfirmed())
      expect(simulator.partners()).toMatchObject([{ id, name, phone: '05572 1' }])
    },
  )

  it('is not that of the parent for a child with the same address', async () => {
    await push(addConfirmed())
    await push(addConfirmed({ firstName: 'Anna', ...inHours(1) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Anna Musterfrau'])
  })

  it('is the child’s, not that of the parent who books', async () => {
    const name = { bookerFirstName: 'Maria', bookerLastName: 'Musterfrau' }
    const mother = { ...name, bookerRelation: 'child' } as const
    await push(addConfirmed({ firstName: 'Maria' }))
    await push(addConfirmed({ ...mother, ...inHours(1) }))
    await push(addConfirmed({ ...mother, ...inHours(2) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Maria Musterfrau', 'Rosa Musterfrau'])
  })

  describe.each([
    ['Max Muster', 'Max Muster'],
    ['Max Georg Muster', 'Max Muster'],
    ['Max Muster', 'Max Georg Muster'],
  ])('of a father %s and his son %s', (father, son) => {
    const nameOf = (name: string) => ({ firstName: name.replace(' Muster', ''), lastName: 'Muster' })
    const booker = { bookerFirstName: nameOf(father).firstName, bookerLastName: 'Muster' }
    const forSon = { ...nameOf(son), ...booker, bookerRelation: 'child', birthOn: '2019-03-14' } as const

    it.each(['father', 'son'])(
      'is told from the other one by the birth date when the %s is first',
      async (first) => {
        const fatherFirst = [addConfirmed(nameOf(father)), addConfirmed({ ...forSon, ...inHours(1) })]
        for (const booking of first === 'father' ? fatherFirst : fatherFirst.toReversed()) await push(booking)
        await push(addConfirmed({ ...nameOf(father), ...inHours(2) }))
        await push(addConfirmed({ ...forSon, ...inHours(3) }))
        // The day is written with spaces at which no line breaks.
        const names = simulator.partners().map(({ name }) => String(name).replaceAll('\u00a0', ' '))
        expect(names.toSorted()).toEqual([father, `${son} (geb. 14. März 2019)`].toSorted())
      },
    )
  })

  it('is found although it is archived, and although an underscore is a wildcard in Odoo', async () => {
    const email = 'r_sa@musterfrau.example'
    simulator.addPartner({ name: 'Rosa Musterfrau', email: 'rosa@musterfrau.example' })
    const archived = simulator.addPartner({ name: 'Rosa Musterfrau', email, active: false })
    await push(addConfirmed({ email }))
    expect(simulator.partners()).toHaveLength(2)
    expect(simulator.events()).toMatchObject([{ res_id: archived }])
  })

  it('is known by name and telephone number when there is no e-mail address', async () => {
    const booking = addConfirmed({ email: '' })
    await push(booking)
    const other = addConfirmed({ email: '', startsAt: booking.endsAt, endsAt: booking.endsAt + HOUR })
    await push(other)
    expect(simulator.partners()).toHaveLength(1)
  })

  it.each(['06641234567', '0664 1234567', '+43 664 1234567'])(
    'is known by the telephone number as it was written into Odoo before: %s',
    async (mobile) => {
      simulator.addPartner({ name: 'Rosa Musterfrau', mobile })
      await push(addConfirmed({ email: '' }))
      expect(simulator.partners()).toMatchObject([{ mobile }])
    },
  )
})
