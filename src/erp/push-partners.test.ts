import { describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { openPushApp } from '../testing/odoo-connection.ts'

describe('the partner of a patient', () => {
  /** Returns the start and end of an appointment, this many hours after ten o’clock. */
  const inHours = (hours: number) => {
    const startsAt = Date.parse('2027-01-12T10:00:00+01:00') + hours * HOUR
    return { startsAt, endsAt: startsAt + HOUR / 2 }
  }

  it.each(['Mag. Rosa Musterfrau', 'Musterfrau, Rosa', 'ROSA MUSTERFRAU'])(
    'is found by address and name, in any order and with any title: %s',
    async (name) => {
      const { addConfirmed, push, simulator } = await openPushApp()
      const id = simulator.addPartner({ name, email: 'Rosa@Musterfrau.example', phone: '05572 1' })
      await push(addConfirmed())
      expect(simulator.partners()).toMatchObject([{ id, name, phone: '05572 1' }])
    },
  )

  it('is not the parent if a child has the same e-mail address', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    await push(addConfirmed())
    await push(addConfirmed({ firstName: 'Anna', ...inHours(1) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Anna Musterfrau'])
  })

  it('is the child, not the parent who books', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    const name = { bookerFirstName: 'Maria', bookerLastName: 'Musterfrau' }
    const mother = { ...name, bookerRelation: 'child' } as const
    await push(addConfirmed({ firstName: 'Maria' }))
    await push(addConfirmed({ ...mother, ...inHours(1) }))
    await push(addConfirmed({ ...mother, ...inHours(2) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Maria Musterfrau', 'Rosa Musterfrau'])
  })

  describe.each([
    { father: 'Max Muster', son: 'Max Muster' },
    { father: 'Max Georg Muster', son: 'Max Muster' },
    { father: 'Max Muster', son: 'Max Georg Muster' },
  ])('of a father $father and his son $son', ({ father, son }) => {
    const nameOf = (name: string) => ({ firstName: name.replace(' Muster', ''), lastName: 'Muster' })
    const booker = { bookerFirstName: nameOf(father).firstName, bookerLastName: 'Muster' }
    const forSon = { ...nameOf(son), ...booker, bookerRelation: 'child', birthOn: '2019-03-14' } as const

    it.each(['father', 'son'])('is distinguished by the birth date when the %s is first', async (first) => {
      const { addConfirmed, push, simulator } = await openPushApp()
      const bookings = [addConfirmed(nameOf(father)), addConfirmed({ ...forSon, ...inHours(1) })]
      for (const booking of first === 'father' ? bookings : bookings.toReversed()) await push(booking)
      // Each has a second appointment, which must not create another partner.
      await push(addConfirmed({ ...nameOf(father), ...inHours(2) }))
      await push(addConfirmed({ ...forSon, ...inHours(3) }))
      // The date is written with non-breaking spaces.
      const names = simulator.partners().map(({ name }) => String(name).replaceAll('\u00a0', ' '))
      expect(names.toSorted()).toEqual([father, `${son} (geb. 14. März 2019)`].toSorted())
    })
  })

  it('is found even if it is archived, and if its e-mail address has an underscore, a wildcard in Odoo', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    const email = 'r_sa@musterfrau.example'
    simulator.addPartner({ name: 'Rosa Musterfrau', email: 'rosa@musterfrau.example' })
    const archived = simulator.addPartner({ name: 'Rosa Musterfrau', email, active: false })
    await push(addConfirmed({ email }))
    expect(simulator.partners()).toHaveLength(2)
    expect(simulator.events()).toMatchObject([{ res_id: archived }])
  })

  it('is found by name and telephone number if there is no e-mail address', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    const booking = addConfirmed({ email: '' })
    await push(booking)
    await push(addConfirmed({ email: '', startsAt: booking.endsAt, endsAt: booking.endsAt + HOUR }))
    expect(simulator.partners()).toHaveLength(1)
  })

  it.each(['06641234567', '0664 1234567', '+43 664 1234567'])(
    'is found by a telephone number as earlier versions wrote it: %s',
    async (mobile) => {
      const { addConfirmed, push, simulator } = await openPushApp()
      simulator.addPartner({ name: 'Rosa Musterfrau', mobile })
      await push(addConfirmed({ email: '' }))
      expect(simulator.partners()).toMatchObject([{ mobile }])
    },
  )
})
