import { describe, expect, it } from 'vitest'
import { Problem } from '../shared/problems.ts'
import { openTestApp } from '../testing/test-app.ts'
import {
  addServicesOfTemplate,
  deleteService,
  findActiveService,
  findService,
  getActiveService,
  getService,
  listActiveServices,
  listServices,
  saveService,
} from './services.ts'

function openEmptyApp() {
  const app = openTestApp({ empty: true })
  return {
    ...app,
    save: (id: string, more: object = {}) => saveService(app.ctx(), { id, name: id, ...more }),
  }
}

describe('a service', () => {
  it('has defaults for all values that are left out', () => {
    const { ctx, save } = openEmptyApp()
    save('a')
    expect(findActiveService(ctx(), 'a')).toEqual({
      id: 'a',
      name: 'a',
      description: '',
      durationMin: 30,
      stepMin: 15,
      paddingBeforeMin: 0,
      paddingAfterMin: 0,
      resourceId: 'doctor-1',
      otherResourceIds: [],
      priceCents: 0,
      active: true,
      displayDurationMin: null,
      firstVisit: false,
      displayOrder: null,
      hint: '',
      questions: [],
    })
  })

  it('is visible to patients only while it is active', () => {
    const { ctx, save } = openEmptyApp()
    save('off', { active: false })
    for (const id of ['off', 'none', '', 'OFF', `' or 1=1 --`]) {
      expect(findActiveService(ctx(), id)).toBeUndefined()
      expect(() => getActiveService(ctx(), id)).toThrow(new Problem('service_not_found'))
    }
    expect(listActiveServices(ctx())).toEqual([])
  })

  it('is visible to the practice even if it is inactive', () => {
    const { ctx, save } = openEmptyApp()
    save('off', { active: false })
    expect(getService(ctx(), 'off')).toMatchObject({ id: 'off', active: false })
    expect(findService(ctx(), 'none')).toBeUndefined()
    expect(() => getService(ctx(), 'none')).toThrow(new Problem('service_not_found'))
  })

  it('is listed in display order, then by name; without an order it comes last', () => {
    const { ctx, save } = openEmptyApp()
    // The ids are in another order than the names.
    save('d', { name: 'Doppelt' })
    save('b', { name: 'Zweite', displayOrder: 2 })
    save('c', { name: 'Akupunktur' })
    save('e', { name: 'Andere', displayOrder: 2 })
    save('a', { name: 'Erste', displayOrder: 0 })
    // Its name is neither before "Akupunktur" nor after "Doppelt", where the code of its first letter is.
    save('g', { name: 'ärztliches Gespräch' })
    const namesOf = (services: readonly { name: string }[]) => services.map(({ name }) => name)
    const activeNames = ['Erste', 'Andere', 'Zweite', 'Akupunktur', 'ärztliches Gespräch', 'Doppelt']
    expect(namesOf(listActiveServices(ctx()))).toEqual(activeNames)
    save('f', { name: 'Dritte', displayOrder: 3, active: false })
    expect(namesOf(listServices(ctx()))).toEqual(activeNames.toSpliced(3, 0, 'Dritte'))
  })

  it('is replaced when it is saved again', () => {
    const { ctx, save } = openEmptyApp()
    save('a')
    save('a', { priceCents: 1 })
    expect(listServices(ctx())).toMatchObject([{ id: 'a', priceCents: 1 }])
  })

  it('can be deleted only once', () => {
    const { ctx, save } = openEmptyApp()
    save('a')
    deleteService(ctx(), 'a')
    expect(() => deleteService(ctx(), 'a')).toThrow(new Problem('service_not_found'))
    expect(listServices(ctx())).toEqual([])
  })
})

describe('the audit of a service', () => {
  it('has only changes', () => {
    const { ctx, save, rows } = openEmptyApp()
    save('a')
    save('a')
    save('a', { priceCents: 1 })
    deleteService(ctx(), 'a')
    const price = JSON.stringify([{ field: 'price', before: 0, after: 0.01 }])
    expect(rows('select action, subject, changes from audit')).toEqual([
      { action: 'service-saved', subject: 'a', changes: '[]' },
      { action: 'service-saved', subject: 'a', changes: price },
      { action: 'service-deleted', subject: 'a', changes: '[]' },
    ])
  })

  it('has questions as a readable sentence', () => {
    const { save, rows } = openEmptyApp()
    save('a')
    save('a', {
      questions: [
        { id: 'q1', label: 'Haben Sie Allergien?', kind: 'yesno', required: true },
        { id: 'q2', label: 'Wohin?', kind: 'choice', options: ['Afrika', 'Asien'], required: false },
      ],
    })
    const sentence = 'Haben Sie Allergien? (Ja oder nein, nötig); Wohin? (Auswahl: Afrika, Asien)'
    expect(rows('select changes from audit').at(-1)).toEqual({
      changes: JSON.stringify([{ field: 'questions', before: '', after: sentence }]),
    })
  })
})

it('a template adds the services that do not exist yet', () => {
  const { ctx, save } = openEmptyApp()
  save('erstgespraech')
  expect(addServicesOfTemplate(ctx(), 'psychotherapy')).toEqual([
    'einzeltherapie',
    'doppeleinheit',
    'paartherapie',
  ])
  expect(getService(ctx(), 'doppeleinheit')).toMatchObject({
    durationMin: 100,
    paddingAfterMin: 20,
    priceCents: 21_000,
  })
  expect(getService(ctx(), 'erstgespraech').name).toBe('erstgespraech')
  expect(addServicesOfTemplate(ctx(), 'psychotherapy')).toEqual([])
})
