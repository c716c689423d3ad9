import { beforeEach, describe, expect, test } from 'vitest'
import { type BrowserStorage, safeStorage } from '../../patient/browser-storage.ts'
import { initialWizard } from './initial-state.ts'
import { KEYS, loadWizard, saveWizard } from './storage.ts'
import { EMPTY_WIZARD, hasLostTime, type Wizard } from './wizard.ts'
import { wizardReducer } from './wizard-reducer.ts'

/** The part of the browser's `Storage` that the wizard uses. Casts make it a whole one. */
class FakeStorage {
  readonly texts = new Map<string, string>()
  getItem = (key: string) => this.texts.get(key) ?? null
  setItem = (key: string, text: string) => void this.texts.set(key, text)
  removeItem = (key: string) => void this.texts.delete(key)
}

/** A wizard in the review, whose hold ends at 12:50 UTC. */
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
  const newTabStorage = new FakeStorage()
  return { tab: safeStorage(() => newTabStorage as unknown as Storage), device: storage.device }
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
  test('remembers that the time was lost in step 4', () => {
    const lost = saveLostTime()
    expect(reopenStep4()).toEqual(lost)
    expect(hasLostTime(reopenStep4())).toBe(true)
  })
  test('forgets that a time was lost once another time is chosen', () => {
    saveLostTime()
    const slot = { start: '2027-01-13T08:30:00+01:00', end: '2027-01-13T09:15:00+01:00' }
    const chosen = wizardReducer(reopenStep4(), { type: 'slot chosen', slot, day: '2027-01-13' })
    saveWizard(storage, chosen, reopenStep4())
    expect(reopenStep4()).toEqual(chosen)
    expect(hasLostTime(reopenStep4())).toBe(false)
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

/** Returns the wizard that a reload opens in step 4, at the moment when the hold ends. */
function reopenStep4(): Wizard {
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
  test('a tab remembers that its hold came with an offer', () => {
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
  test('a tab overwrites on the device only what it has changed', () => {
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
  test('a tab knows whether its state was begun in another tab', () => {
    saveWizard(storage, wizard, EMPTY_WIZARD)
    expect(loadWizard(storage).fromOtherTab).toBe(false)
    expect(loadWizard(newTab()).fromOtherTab).toBe(true)
  })
})

describe('a storage that cannot be used', () => {
  test.each(['', 'null', '{', '[]', '"x"', '{"id":1}', '{"start":"gestern"}', '7'])(
    'gives no value for the text %j',
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
  test('is ignored when it throws', () => {
    const blocked = safeStorage(() => {
      throw new DOMException('blocked', 'SecurityError')
    })
    saveWizard({ tab: blocked, device: blocked }, wizard, EMPTY_WIZARD)
    expect(loadWizard({ tab: blocked, device: blocked })).toMatchObject({ step: 1, serviceId: undefined })
  })
})
