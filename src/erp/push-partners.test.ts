import { describe, expect, it } from 'vitest'
import { HOUR } from '../shared/day.ts'
import { openPushApp } from '../testing/odoo-connection.ts'

/** Returns the start and end of a further appointment, so many hours after ten o’clock on 12 January. */
const timeAfterTen = (hours: number) => {
  const startsAt = Date.parse('2027-01-12T10:00:00+01:00') + hours * HOUR
  return { startsAt, endsAt: startsAt + HOUR / 2 }
}

/** Returns the names of a member of the family Muster, such as Max Georg Muster. */
const namesOf = (fullName: string) => ({ firstName: fullName.replace(' Muster', ''), lastName: 'Muster' })

/** The patient of all bookings is Rosa Musterfrau (`addConfirmed`), unless a test says something else. */

describe('the partner of a patient', () => {
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
    await push(addConfirmed({ firstName: 'Anna', ...timeAfterTen(1) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Rosa Musterfrau', 'Anna Musterfrau'])
  })

  it('is the child, not the parent who books', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    const booker = { bookerFirstName: 'Maria', bookerLastName: 'Musterfrau' }
    const bookedByMother = { ...booker, bookerRelation: 'child' } as const
    await push(addConfirmed({ firstName: 'Maria' }))
    await push(addConfirmed({ ...bookedByMother, ...timeAfterTen(1) }))
    await push(addConfirmed({ ...bookedByMother, ...timeAfterTen(2) }))
    expect(simulator.partners().map(({ name }) => name)).toEqual(['Maria Musterfrau', 'Rosa Musterfrau'])
  })

  describe.each([
    { father: 'Max Muster', son: 'Max Muster' },
    { father: 'Max Georg Muster', son: 'Max Muster' },
    { father: 'Max Muster', son: 'Max Georg Muster' },
  ])('of a father $father and his son $son', ({ father, son }) => {
    const forFather = namesOf(father)
    const booker = { bookerFirstName: forFather.firstName, bookerLastName: forFather.lastName }
    const forSon = { ...namesOf(son), ...booker, bookerRelation: 'child', birthOn: '2019-03-14' } as const

    it.each(['father', 'son'])('is distinguished by the birth date when the %s is first', async (first) => {
      const { addConfirmed, push, simulator } = await openPushApp()
      const bookings = [addConfirmed(forFather), addConfirmed({ ...forSon, ...timeAfterTen(1) })]
      for (const booking of first === 'father' ? bookings : bookings.toReversed()) await push(booking)
      // Each has a second appointment, which must not create another partner.
      await push(addConfirmed({ ...forFather, ...timeAfterTen(2) }))
      await push(addConfirmed({ ...forSon, ...timeAfterTen(3) }))
      // The date is written with non-breaking spaces.
      const names = simulator.partners().map(({ name }) => String(name).replaceAll('\u00a0', ' '))
      expect(names.toSorted()).toEqual([father, `${son} (geb. 14. März 2019)`].toSorted())
    })
  })

  it('is found even if it is archived, and if its e-mail address has an underscore, a wildcard in Odoo', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    const email = 'r_sa@musterfrau.example'
    simulator.addPartner({ name: 'Rosa Musterfrau', email: 'rosa@musterfrau.example' })
    const archivedId = simulator.addPartner({ name: 'Rosa Musterfrau', email, active: false })
    await push(addConfirmed({ email }))
    expect(simulator.partners()).toHaveLength(2)
    expect(simulator.events()).toMatchObject([{ res_id: archivedId }])
  })

  it('is found by name and telephone number if there is no e-mail address', async () => {
    const { addConfirmed, push, simulator } = await openPushApp()
    await push(addConfirmed({ email: '' }))
    await push(addConfirmed({ email: '', ...timeAfterTen(1) }))
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
