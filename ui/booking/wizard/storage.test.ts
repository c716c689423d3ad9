import { beforeEach, describe, expect, test } from 'vitest'
import { type BrowserStorage, safeStorage } from '../../patient/browser-storage.ts'
import { initialWizard } from './initial-state.ts'
import { KEYS, loadWizard, saveWizard } from './storage.ts'
import { EMPTY_WIZARD, hasLostTime, type Wizard } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

/** The part of the browser's `Storage` that the wizard uses, hence the casts below. */
class FakeStorage {
  readonly texts = new Map<string, string>()
  getItem = (key: string) => this.texts.get(key) ?? null
  setItem = (key: string, text: string) => void this.texts.set(key, text)
  removeItem = (key: string) => void this.texts.delete(key)
}

const wizard: Wizard = {
  ...EMPTY_WIZARD,
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
let storage: BrowserStorage

/** Opens another tab on the same device. */
function newTab(): BrowserStorage {
  const own = new FakeStorage()
  return { tab: safeStorage(() => own as unknown as Storage), device: storage.device }
}

beforeEach(() => {
  device = new FakeStorage()
  tab = new FakeStorage()
  storage = {
    tab: safeStorage(() => tab as unknown as Storage),
    device: safeStorage(() => device as unknown as Storage),
  }
})

describe('a reload', () => {
  test('restores everything', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    expect(loadWizard(storage)).toEqual({ ...wizard, notice: undefined, fromOtherTab: false })
  })
  test('keeps a time lost that was lost in step 4', () => {
    const lost = saveLostTime()
    expect(reopened()).toEqual(lost)
    expect(hasLostTime(reopened())).toBe(true)
  })
  test('has no lost time any more once another one is chosen', () => {
    saveLostTime()
    const slot = { start: '2027-01-13T08:30:00+01:00', end: '2027-01-13T09:15:00+01:00' }
    const chosen = wizardReducer(reopened(), { type: 'slot chosen', slot, day: '2027-01-13' })
    saveWizard(storage, chosen, reopened())
    expect(reopened()).toEqual(chosen)
    expect(hasLostTime(reopened())).toBe(false)
  })
  test('restores the booking, in this tab only', () => {
    const booked = {
      id: 'b-1',
      start: '2027-01-12T08:30:00+01:00',
      serviceName: 'Erstordination',
      duration: '',
      hint: 'Nüchtern kommen.',
      email: 'a@b.at',
    }
    saveWizard(storage, { ...EMPTY_WIZARD, step: 6, booked }, wizard)
    expect(loadWizard(storage).booked).toEqual(booked)
    expect(loadWizard(newTab()).booked).toBeUndefined()
  })
})

/** Lets the hold expire in step 4, and returns the wizard that is saved then. */
function saveLostTime(): Wizard {
  saveWizard(storage, wizard, EMPTY_WIZARD)
  const lost = wizardReducer({ ...wizard, step: 4 }, { type: 'hold expired' })
  saveWizard(storage, lost, wizard)
  return lost
}

/** Returns the wizard that a reload of step 4 opens at the moment when the hold ends. */
function reopened(): Wizard {
  const now = { instant: Date.parse('2027-01-07T12:50:00Z'), today: () => '2027-01-07' }
  return initialWizard(loadWizard(storage), { search: '', hash: '#step-4' }, now)
}

describe('on the device', () => {
  test('the hold is stored as id and expiresAt', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    expect(JSON.parse(device.texts.get(KEYS.hold) ?? '')).toEqual({
      id: 'hold-1',
      expiresAt: '2027-01-07T12:50:00.000Z',
    })
  })
  test('a booking leaves no step, date, slot, service or hold behind', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    const booked = { id: 'b-1', start: '', serviceName: '', duration: '', hint: '', email: '' }
    saveWizard(storage, { ...EMPTY_WIZARD, step: 6, booked, remember: true }, wizard)
    expect([...device.texts.keys()]).toEqual([KEYS.remember])
  })
})

describe('two tabs', () => {
  test("a new tab starts with the device's state", () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    expect(loadWizard(newTab())).toMatchObject({ step: 5, serviceId: 'erstordination', hold: wizard.hold })
  })
  test('a tab keeps that its hold was offered', () => {
    const hold = { id: 'h-1', expiresAt: Date.parse('2027-01-12T10:00:00Z'), offered: true as const }
    saveWizard(storage, { ...wizard, hold }, EMPTY_WIZARD)
    expect(loadWizard(storage).hold).toEqual(hold)
  })
  test('a tab marks the hold of another tab as adopted, also after a reload', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    const other = newTab()
    const opened = { ...EMPTY_WIZARD, ...loadWizard(other) }
    saveWizard(other, opened, opened)
    expect(loadWizard(other).hold).toEqual({ ...wizard.hold, adopted: true })
    expect(loadWizard(storage).hold).toEqual(wizard.hold)
  })
  test('each tab restores its own choices', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    const other = newTab()
    saveWizard(other, { ...EMPTY_WIZARD, step: 3, visit: 'return', serviceId: 'akupunktur' }, EMPTY_WIZARD)
    expect(loadWizard(storage)).toMatchObject({ step: 5, visit: 'first', serviceId: 'erstordination' })
    expect(loadWizard(other)).toMatchObject({
      step: 3,
      visit: 'return',
      serviceId: 'akupunktur',
      hold: undefined,
    })
  })
  test('a tab overwrites only what it has changed', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    saveWizard(newTab(), { ...EMPTY_WIZARD, view: 'list' }, EMPTY_WIZARD)
    expect(device.texts.get(KEYS.remember)).toBe('true')
    expect(device.texts.get(KEYS.serviceId)).toBe('erstordination')
  })
  test('opening a tab writes to the device only what the address has changed', () => {
    const stored = loadWizard(storage)
    const opened = { ...EMPTY_WIZARD, ...stored }
    saveWizard(newTab(), opened, stored)
    expect(device.texts).toEqual(new Map())
    saveWizard(newTab(), { ...opened, step: 3, serviceId: 'akupunktur' }, stored)
    expect(loadWizard(newTab())).toMatchObject({ step: 3, serviceId: 'akupunktur' })
  })
  test('a tab knows whether it continues what another one has begun', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    expect(loadWizard(storage).fromOtherTab).toBe(false)
    expect(loadWizard(newTab()).fromOtherTab).toBe(true)
  })
})

describe('bad storage', () => {
  test.each(['', 'null', '{', '[]', '"x"', '{"id":1}', '{"start":"gestern"}', '7'])(
    '%j counts as absent',
    (text) => {
      for (const key of Object.values(KEYS)) tab.texts.set(key, text)
      expect(loadWizard(storage)).toMatchObject({
        visit: undefined,
        day: undefined,
        slot: undefined,
        hold: undefined,
        booked: undefined,
        view: 'calendar',
      })
    },
  )
  test('storage that throws is ignored', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    saveWizard({ tab: blocked, device: blocked }, wizard, EMPTY_WIZARD)
    expect(loadWizard({ tab: blocked, device: blocked })).toMatchObject({ step: 1, serviceId: undefined })
  })
})
