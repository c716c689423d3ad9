import { beforeEach, describe, expect, test } from 'vitest'
import { KEYS, keep, type Memory, openDrawer, recall } from './storage.ts'
import { START, type Wizard } from './wizard.ts'

class FakeStorage {
  readonly texts = new Map<string, string>()
  getItem = (key: string) => this.texts.get(key) ?? null
  setItem = (key: string, text: string) => void this.texts.set(key, text)
  removeItem = (key: string) => void this.texts.delete(key)
}

const wizard: Wizard = {
  ...START,
  step: 5,
  visit: 'first',
  serviceId: 'erstordination',
  day: '2027-01-12',
  slot: { start: '2027-01-12T08:30:00+01:00', end: '2027-01-12T09:15:00+01:00' },
  hold: { id: 'hold-1', expiresAt: Date.parse('2027-01-07T12:50:00.000Z') },
  view: 'list',
  remember: true,
}

let device: FakeStorage
let tab: FakeStorage
let memory: Memory

function newTab(): Memory {
  const own = new FakeStorage()
  return { tab: openDrawer(() => own as unknown as Storage), device: memory.device }
}

beforeEach(() => {
  device = new FakeStorage()
  tab = new FakeStorage()
  memory = {
    tab: openDrawer(() => tab as unknown as Storage),
    device: openDrawer(() => device as unknown as Storage),
  }
})

describe('a reload', () => {
  test('finds everything again', () => {
    keep(memory, wizard, START)
    expect(recall(memory)).toEqual({ ...wizard, notice: undefined })
  })
  test('finds the booking again, which no other tab sees', () => {
    const booked = {
      id: 'b-1',
      start: '2027-01-12T08:30:00+01:00',
      serviceName: 'Erstordination',
      duration: '',
      email: 'a@b.at',
    }
    keep(memory, { ...START, step: 6, booked }, wizard)
    expect(recall(memory).booked).toEqual(booked)
    expect(recall(newTab()).booked).toBeUndefined()
  })
})

describe('on the device', () => {
  test('the hold is kept as id and expiresAt', () => {
    keep(memory, wizard, START)
    expect(JSON.parse(device.texts.get(KEYS.hold) ?? '')).toEqual({
      id: 'hold-1',
      expiresAt: '2027-01-07T12:50:00.000Z',
    })
  })
  test('a booking leaves no step, date, slot, service or hold behind', () => {
    keep(memory, wizard, START)
    const booked = { id: 'b-1', start: '', serviceName: '', duration: '', email: '' }
    keep(memory, { ...START, step: 6, booked, remember: true }, wizard)
    expect([...device.texts.keys()]).toEqual([KEYS.remember])
  })
})

describe('two tabs', () => {
  test('a new one starts where the device was left', () => {
    keep(memory, wizard, START)
    expect(recall(newTab())).toMatchObject({ step: 5, serviceId: 'erstordination', hold: wizard.hold })
  })
  test('the hold of one is only adopted by the other, also after a reload', () => {
    keep(memory, wizard, START)
    const other = newTab()
    const opened = { ...START, ...recall(other) }
    keep(other, opened)
    expect(recall(other).hold).toEqual({ ...wizard.hold, adopted: true })
    expect(recall(memory).hold).toEqual(wizard.hold)
  })
  test('each reads back its own choices', () => {
    keep(memory, wizard, START)
    const other = newTab()
    keep(other, { ...START, step: 3, visit: 'return', serviceId: 'akupunktur' }, START)
    expect(recall(memory)).toMatchObject({ step: 5, visit: 'first', serviceId: 'erstordination' })
    expect(recall(other)).toMatchObject({
      step: 3,
      visit: 'return',
      serviceId: 'akupunktur',
      hold: undefined,
    })
  })
  test('what one does not change it does not write over', () => {
    keep(memory, wizard, START)
    keep(newTab(), { ...START, view: 'list' }, START)
    expect(device.texts.get(KEYS.remember)).toBe('true')
    expect(device.texts.get(KEYS.serviceId)).toBe('erstordination')
  })
  test('opening one writes nothing to the device', () => {
    keep(newTab(), START)
    expect(device.texts.size).toBe(0)
  })
})

describe('bad storage', () => {
  test.each(['', 'null', '{', '[]', '"x"', '{"id":1}', '{"start":"gestern"}', '7'])(
    '%j counts as nothing',
    (text) => {
      for (const key of Object.values(KEYS)) tab.texts.set(key, text)
      expect(recall(memory)).toMatchObject({
        visit: undefined,
        day: undefined,
        slot: undefined,
        hold: undefined,
        booked: undefined,
        view: 'calendar',
      })
    },
  )
  test('storage that throws keeps nothing and breaks nothing', () => {
    const blocked = openDrawer(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    keep({ tab: blocked, device: blocked }, wizard, START)
    expect(recall({ tab: blocked, device: blocked })).toMatchObject({ step: 1, serviceId: undefined })
  })
})
