import type { Locator, Page } from 'playwright/test'
import { addDays } from '../../src/shared/day.ts'
import { timeOfDay } from '../../src/shared/format.ts'
import { expect, test } from './fixtures/admin.ts'
import { dayShown, mondayAfterNext } from './fixtures/bookings.ts'
import { addBusyPractice } from './fixtures/busy-practice.ts'
import { type Hands, openHands } from './fixtures/hands.ts'

// `npm run calls` plays what an assistant does at the telephone, by mouse and by keyboard, and counts what
// the hands do; it is no part of `npm test`.

type Call = Readonly<{
  name: string
  /** The seconds that the call may take. */
  aim: number
  /** The address of the page that is open when the telephone rings; without one, the start page. */
  from?: () => string
  /** Does what the assistant does until the patient can hang up. */
  play: (hands: Hands) => Promise<void>
}>

/** The form for an appointment. */
const form = (page: Page) => page.getByRole('dialog', { name: 'Termin eintragen' })

/** Opens the form and finds the patient by a part of the name. */
async function beginWithPatient(hands: Hands, text: string): Promise<void> {
  const { page } = hands
  await hands.open('n', page.getByRole('banner').getByRole('button', { name: /^Termin eintragen/ }))
  await expect(form(page).getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  await hands.type(text)
  const option = form(page).getByRole('option').first()
  await expect(option).toBeVisible()
  await hands.clickOrEnter(option)
}

/** Takes the first of the next free times in the form. */
async function takeFirstTime(hands: Hands): Promise<void> {
  await hands.press(form(hands.page).getByRole('radio').first(), 'Space')
}

/** Saves the form, by keyboard with Enter in the field that has the focus. */
async function saveForm(hands: Hands): Promise<void> {
  await hands.clickOrEnter(form(hands.page).getByRole('button', { name: 'Termin eintragen' }))
}

/** Finds a coming appointment by a part of its patient's name, and opens it. */
async function findAppointment(hands: Hands, text: string): Promise<Locator> {
  const { page } = hands
  await hands.open('/', page.getByRole('button', { name: 'Finden' }))
  const finder = page.getByRole('dialog', { name: 'Finden' })
  await expect(finder.getByRole('combobox')).toBeFocused()
  await hands.type(text)
  const appointments = finder.getByRole('option').filter({ hasText: /Termin / })
  // Patients, who stand above the appointments, have a birth date.
  const found = appointments.filter({ hasNotText: 'geb.' }).first()
  await expect(found).toBeVisible()
  if (hands.way === 'keyboard')
    while ((await found.getAttribute('aria-selected')) !== 'true') await hands.key('ArrowDown')
  await hands.clickOrEnter(found)
  const details = page.getByRole('dialog').filter({ hasText: 'Kontaktdaten ändern' })
  await expect(details).toBeVisible()
  return details
}

/** The button that takes the last change back, which is shown once the change is saved. */
const undoButton = (page: Page) => page.getByRole('button', { name: /^Rückgängig/ }).first()

const CALLS: readonly Call[] = [
  {
    name: 'a new patient',
    aim: 25,
    async play(hands) {
      const { page } = hands
      await beginWithPatient(hands, 'Vera Niedagewesen')
      await expect(form(page).getByLabel('Telefon')).toBeFocused()
      await hands.type('0664 1234567')
      const service = form(page).getByLabel('Leistung')
      await hands.choose(service, 'erstordination', 'e', 'Shift+Tab')
      await takeFirstTime(hands)
      await saveForm(hands)
      await expect(undoButton(page)).toBeVisible()
    },
  },
  {
    name: 'a known patient',
    aim: 12,
    async play(hands) {
      await beginWithPatient(hands, 'bei an')
      await takeFirstTime(hands)
      await saveForm(hands)
      await expect(undoButton(hands.page)).toBeVisible()
    },
  },
  {
    name: 'an appointment is moved',
    aim: 12,
    async play(hands) {
      const details = await findAppointment(hands, 'taus')
      await hands.press(details.getByRole('button', { name: 'Verschieben', exact: true }))
      const sheet = hands.page.getByRole('dialog', { name: /: verschieben$/ })
      await hands.press(sheet.getByRole('radio').first(), 'Space')
      await hands.clickOrEnter(sheet.getByRole('button', { name: 'Termin verschieben' }))
      await expect(undoButton(hands.page)).toBeVisible()
    },
  },
  {
    name: 'two appointments for one person',
    aim: 20,
    async play(hands) {
      const { page } = hands
      await beginWithPatient(hands, 'mus em')
      await takeFirstTime(hands)
      await hands.press(form(page).getByRole('button', { name: 'Noch einen' }))
      await expect(form(page).getByText('Jetzt der nächste.')).toBeVisible()
      await hands.press(form(page).getByRole('button', { name: 'ab nächster Woche' }))
      await takeFirstTime(hands)
      await saveForm(hands)
      await expect(undoButton(page)).toBeVisible()
    },
  },
  {
    name: 'a mother for her child',
    aim: 15,
    async play(hands) {
      const { page } = hands
      await beginWithPatient(hands, 'pro ma')
      await hands.press(form(page).getByRole('button', { name: 'Für das eigene Kind' }))
      await expect(form(page).getByLabel('Vorname').first()).toBeFocused()
      await hands.type('Lena')
      if (hands.way === 'mouse') await takeFirstTime(hands)
      else {
        // Backwards, Tab enters the group of times at its last one.
        await hands.tabTo(form(page).getByRole('radio').last(), 'Shift+Tab')
        await hands.key('Space')
      }
      await saveForm(hands)
      await expect(page.getByText('für das eigene Kind').first()).toBeVisible()
    },
  },
  {
    name: 'six weekly appointments',
    aim: 25,
    async play(hands) {
      const { page } = hands
      await beginWithPatient(hands, 'tes fri')
      await takeFirstTime(hands)
      await hands.press(form(page).getByRole('checkbox', { name: 'Serie' }), 'Space')
      const all = form(page).getByRole('button', { name: /^Alle \d eintragen$/ })
      await expect(all).toBeVisible()
      await hands.clickOrEnter(all)
      await expect(page.getByText(/^Serie: 1 von \d$/)).toBeVisible()
    },
  },
  {
    name: 'a late cancellation',
    aim: 8,
    async play(hands) {
      const details = await findAppointment(hands, 'absa')
      await hands.press(details.getByRole('button', { name: 'Termin absagen' }))
      await expect(details.getByRole('textbox')).toBeFocused()
      const patient = details.getByRole('radio', { name: 'Patient/in sagt ab' })
      if (hands.way === 'mouse') await hands.click(patient)
      else {
        await hands.tabTo(details.getByRole('radio', { name: 'Ordination sagt ab' }), 'Shift+Tab')
        await hands.key('ArrowUp')
        await expect(patient).toBeChecked()
      }
      await hands.clickOrEnter(details.getByRole('button', { name: /^Termin absagen: / }))
      await expect(undoButton(hands.page)).toBeVisible()
    },
  },
  {
    name: 'two weeks of vacation',
    aim: 15,
    async play(hands) {
      const { page } = hands
      // No appointment is as far ahead.
      const firstDay = addDays(mondayAfterNext(), 70)
      if (hands.way === 'mouse') {
        await hands.click(page.getByRole('navigation').getByRole('link', { name: 'Abwesenheiten' }))
      } else {
        await hands.type('/')
        await expect(page.getByRole('dialog', { name: 'Finden' }).getByRole('combobox')).toBeFocused()
        // A part of "Urlaub".
        await hands.type('url')
        await expect(page.getByRole('option', { name: /^Ordination schließen/ })).toHaveAttribute(
          'aria-selected',
          'true',
        )
        await hands.key('Enter')
      }
      await hands.press(page.getByRole('main').getByRole('button', { name: 'Ordination schließen' }))
      const dialog = page.getByRole('dialog', { name: 'Ordination schließen' })
      await expect(dialog.getByLabel('Titel')).toBeFocused()
      await hands.type('Urlaub')
      for (const [label, day] of [
        ['Erster Tag', firstDay],
        ['Letzter Tag', addDays(firstDay, 13)],
      ] as const) {
        const field = dialog.getByRole('textbox', { name: label })
        if (hands.way === 'mouse') await hands.select(field)
        else await hands.tabTo(field)
        // Without a year, the next such day is meant.
        await hands.type(dayShown(day).replace(/\d{4}$/, ''))
      }
      await hands.clickOrEnter(dialog.getByRole('button', { name: 'Ordination schließen' }))
      await expect(dialog).toBeHidden()
    },
  },
  {
    name: 'the doctor is ill today',
    aim: 15,
    async play(hands) {
      const { page } = hands
      await hands.type('t')
      await hands.press(page.getByRole('button', { name: 'Heute fällt aus' }))
      await hands.press(page.getByRole('button', { name: 'Rest des Tages sperren' }))
      const dialog = page.getByRole('dialog', { name: 'Heute fällt aus' })
      await hands.press(dialog.getByRole('button', { name: /^\d Termine? absagen$/ }))
      await expect(dialog.getByText(/^\d von \d erledigt$/)).toBeVisible()
    },
  },
  {
    name: 'half a name',
    aim: 6,
    async play(hands) {
      const { page } = hands
      await hands.open('/', page.getByRole('button', { name: 'Finden' }))
      await expect(page.getByRole('dialog', { name: 'Finden' }).getByRole('combobox')).toBeFocused()
      await hands.type('nie cla')
      const found = page.getByRole('dialog', { name: 'Finden' }).getByRole('option').first()
      await expect(found).toBeVisible()
      await hands.clickOrEnter(found)
      await expect(page.getByRole('heading', { level: 1, name: /Niemand/ })).toBeVisible()
    },
  },
  {
    name: 'why not at ten?',
    aim: 6,
    from: () => `/admin/bookings?view=day&date=${mondayAfterNext()}`,
    async play(hands) {
      const { page } = hands
      await hands.open('n', page.getByRole('banner').getByRole('button', { name: /^Termin eintragen/ }))
      await expect(form(page).getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
      await hands.choose(form(page).getByLabel('Leistung'), 'folgebehandlung', 'f')
      await hands.fill(form(page).getByLabel('Uhrzeit'), '10')
      await hands.key('Tab')
      await expect(form(page).getByRole('status').filter({ hasText: 'Zehnuhr' })).toBeVisible()
    },
  },
  {
    name: 'it gets twenty minutes later',
    aim: 12,
    async play(hands) {
      const { page } = hands
      await hands.type('t')
      await hands.press(page.getByRole('button', { name: 'Verspätung ansagen' }))
      const dialog = page.getByRole('dialog', { name: 'Verspätung ansagen' })
      const send = dialog.getByRole('button', { name: /E-Mails? senden$/ })
      await hands.press(send)
      await expect(dialog.getByText(/gesendet\. Die Termine bleiben/)).toBeVisible()
    },
  },
]

/** A row for each call that was played. They are printed as a table at the end. */
const playedRows: string[][] = []

for (const { name, aim, from = () => '/admin', play } of CALLS)
  for (const way of ['mouse', 'keyboard'] as const)
    test(`${name}, by ${way}`, async ({ page, portal }) => {
      test.skip(timeOfDay(Date.now()) > '23:00', 'hardly any time of today is left')
      addBusyPractice(portal)
      await page.goto(from())
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Lade /)).toHaveCount(0)
      const hands = openHands(page, way)
      await play(hands)
      const { clicks, keys, characters } = hands.counts
      const seconds = hands.seconds()
      playedRows.push([
        name,
        way,
        String(clicks),
        String(keys),
        String(characters),
        seconds.toFixed(1),
        String(aim),
        seconds <= aim ? 'yes' : 'no',
      ])
    })

test.afterAll(() => {
  const head = ['call', 'by', 'clicks', 'keys', 'characters', 'seconds', 'aim', 'reached']
  const table = [head, head.map(() => '-'), ...playedRows]
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
  console.log(lines.join('\n'))
})
