import type { Locator, Page } from 'playwright/test'
import { inTx } from '../../src/ctx.ts'
import { addDays, type Day, dayNumber, weekdayOf } from '../../src/shared/day.ts'
import { timeOfDay } from '../../src/shared/format.ts'
import { expect, test } from './fixtures/admin.ts'
import { addBooking, dayFromToday, dayShown, nextMonday } from './fixtures/bookings.ts'
import type { Portal } from './fixtures/portal.ts'

// `npm run calls` plays what an assistant does at the telephone, by mouse and by keyboard, and counts what
// the hands do; it is no part of `npm test`.

/** Seconds of a click with the way to it, of a key such as Tab, and of a typed character. */
const SECONDS = { click: 1.2, key: 0.3, character: 0.25 } as const

/** Bookings of the practice, from half a year ago to six weeks ahead. */
const BOOKINGS = 759

/** Counts what an assistant does with the hands, and waits for nothing but the page. */
function openHands(page: Page, way: Way) {
  const counts = { clicks: 0, keys: 0, characters: 0 }
  const click = async (control: Locator) => {
    counts.clicks += 1
    await control.click()
  }
  const key = async (name: string) => {
    counts.keys += 1
    await page.keyboard.press(name)
  }
  const type = async (text: string) => {
    counts.characters += text.length
    await page.keyboard.type(text)
  }
  /** Presses Tab, or Shift+Tab, until the control has the focus. */
  const tabTo = async (control: Locator, tab = 'Tab') => {
    await expect(control).toBeVisible()
    const isFocused = () => control.evaluate((element) => element === document.activeElement)
    for (let presses = 0; !(await isFocused()); presses++) {
      expect(presses, 'Tab reaches the control').toBeLessThan(60)
      await key(tab)
    }
  }
  /** Selects what a field has, so that typing replaces it, as Tab does. */
  const select = async (field: Locator) => {
    counts.clicks += 1
    await field.click({ clickCount: 3 })
  }
  return {
    page,
    way,
    counts,
    click,
    key,
    type,
    tabTo,
    select,
    seconds: () =>
      counts.clicks * SECONDS.click + counts.keys * SECONDS.key + counts.characters * SECONDS.character,
    /** Presses a button or a box, ticks it or follows it. */
    press: async (control: Locator, name = 'Enter') => {
      await expect(control).toBeEnabled()
      if (way === 'mouse') return click(control)
      await tabTo(control)
      await key(name)
    },
    /** Goes to the field and types. */
    fill: async (field: Locator, text: string) => {
      if (way === 'mouse') await click(field)
      else await tabTo(field)
      await type(text)
    },
    /** Opens a list and chooses, or types the first letter of what is wanted. */
    choose: async (list: Locator, value: string, letter: string, tab = 'Tab') => {
      if (way === 'mouse') {
        counts.clicks += 2
        await list.selectOption(value)
      } else {
        await tabTo(list, tab)
        await type(letter)
      }
      await expect(list).toHaveValue(value)
    },
    /** Opens what has a key of its own. */
    open: (letter: string, control: Locator) => (way === 'mouse' ? click(control) : type(letter)),
  }
}

type Hands = ReturnType<typeof openHands>
type Way = 'mouse' | 'keyboard'
type Call = Readonly<{
  name: string
  /** Seconds. */
  aim: number
  /** Where the assistant looks when the telephone rings; the start page if nothing else is said. */
  from?: () => string
  play: (hands: Hands) => Promise<void>
}>

const form = (page: Page) => page.getByRole('dialog', { name: 'Termin eintragen' })
const submit = (page: Page) => form(page).getByRole('button', { name: 'Termin eintragen' })

/** Opens the form and finds the patient by a part of the name. */
async function beginWith(hands: Hands, text: string): Promise<void> {
  const { page } = hands
  await hands.open('n', page.getByRole('banner').getByRole('button', { name: /^Termin eintragen/ }))
  await expect(form(page).getByRole('combobox', { name: 'Patient/in' })).toBeFocused()
  await hands.type(text)
  const option = form(page).getByRole('option').first()
  await expect(option).toBeVisible()
  if (hands.way === 'mouse') await hands.click(option)
  else await hands.key('Enter')
}

/** Takes the first of the next free times. */
async function takeTime(hands: Hands): Promise<void> {
  await hands.press(form(hands.page).getByRole('radio').first(), 'Space')
}

/** Saves the form; by keyboard Enter does in any of its fields. */
async function save(hands: Hands): Promise<void> {
  if (hands.way === 'mouse') await hands.click(submit(hands.page))
  else await hands.key('Enter')
}

/** Finds a coming appointment by a part of its patient's name, and opens it. */
async function findAppointment(hands: Hands, text: string): Promise<Locator> {
  const { page } = hands
  await hands.open('/', page.getByRole('button', { name: 'Finden' }))
  const finder = page.getByRole('dialog', { name: 'Finden' })
  await expect(finder.getByRole('combobox')).toBeFocused()
  await hands.type(text)
  const appointments = finder.getByRole('option').filter({ hasText: /Termin / })
  // The people above them have a birth date.
  const found = appointments.filter({ hasNotText: 'geb.' }).first()
  await expect(found).toBeVisible()
  if (hands.way === 'mouse') await hands.click(found)
  else {
    while ((await found.getAttribute('aria-selected')) !== 'true') await hands.key('ArrowDown')
    await hands.key('Enter')
  }
  const details = page.getByRole('dialog').filter({ hasText: 'Kontaktdaten ändern' })
  await expect(details).toBeVisible()
  return details
}

const undo = (page: Page) => page.getByRole('button', { name: /^Rückgängig/ }).first()

const CALLS: readonly Call[] = [
  {
    name: 'a new patient',
    aim: 25,
    async play(hands) {
      const { page } = hands
      await beginWith(hands, 'Vera Niedagewesen')
      await expect(form(page).getByLabel('Telefon')).toBeFocused()
      await hands.type('0664 1234567')
      const service = form(page).getByLabel('Leistung')
      await hands.choose(service, 'erstordination', 'e', 'Shift+Tab')
      await takeTime(hands)
      await save(hands)
      await expect(undo(page)).toBeVisible()
    },
  },
  {
    name: 'a known patient',
    aim: 12,
    async play(hands) {
      await beginWith(hands, 'bei an')
      await takeTime(hands)
      await save(hands)
      await expect(undo(hands.page)).toBeVisible()
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
      if (hands.way === 'mouse') await hands.click(sheet.getByRole('button', { name: 'Termin verschieben' }))
      else await hands.key('Enter')
      await expect(undo(hands.page)).toBeVisible()
    },
  },
  {
    name: 'two appointments for one person',
    aim: 20,
    async play(hands) {
      const { page } = hands
      await beginWith(hands, 'mus em')
      await takeTime(hands)
      await hands.press(form(page).getByRole('button', { name: 'Noch einen' }))
      await expect(form(page).getByText('Jetzt der nächste.')).toBeVisible()
      await hands.press(form(page).getByRole('button', { name: 'ab nächster Woche' }))
      await takeTime(hands)
      await save(hands)
      await expect(undo(page)).toBeVisible()
    },
  },
  {
    name: 'a mother for her child',
    aim: 15,
    async play(hands) {
      const { page } = hands
      await beginWith(hands, 'pro ma')
      await hands.press(form(page).getByRole('button', { name: 'Für das eigene Kind' }))
      await expect(form(page).getByLabel('Vorname').first()).toBeFocused()
      await hands.type('Lena')
      if (hands.way === 'mouse') await takeTime(hands)
      else {
        // From behind, the last of the times takes the focus.
        await hands.tabTo(form(page).getByRole('radio').last(), 'Shift+Tab')
        await hands.key('Space')
      }
      await save(hands)
      await expect(page.getByText('für das eigene Kind').first()).toBeVisible()
    },
  },
  {
    name: 'six weekly appointments',
    aim: 25,
    async play(hands) {
      const { page } = hands
      await beginWith(hands, 'tes fri')
      await takeTime(hands)
      await hands.press(form(page).getByRole('checkbox', { name: 'Serie' }), 'Space')
      const all = form(page).getByRole('button', { name: /^Alle \d eintragen$/ })
      await expect(all).toBeVisible()
      if (hands.way === 'mouse') await hands.click(all)
      else await hands.key('Enter')
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
      if (hands.way === 'mouse') await hands.click(details.getByRole('button', { name: /^Termin absagen: / }))
      else await hands.key('Enter')
      await expect(undo(hands.page)).toBeVisible()
    },
  },
  {
    name: 'two weeks of vacation',
    aim: 15,
    async play(hands) {
      const { page } = hands
      // Far ahead of all appointments.
      const first: Day = addDays(nextMonday(), 70)
      if (hands.way === 'mouse') {
        await hands.click(page.getByRole('navigation').getByRole('link', { name: 'Abwesenheiten' }))
      } else {
        await hands.type('/')
        await expect(page.getByRole('dialog', { name: 'Finden' }).getByRole('combobox')).toBeFocused()
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
        ['Erster Tag', first],
        ['Letzter Tag', addDays(first, 13)],
      ] as const) {
        const field = dialog.getByRole('textbox', { name: label })
        if (hands.way === 'mouse') {
          await hands.select(field)
        } else await hands.tabTo(field)
        await hands.type(dayShown(day).replace(/\d{4}$/, ''))
      }
      const save = dialog.getByRole('button', { name: 'Ordination schließen' })
      if (hands.way === 'mouse') await hands.click(save)
      else await hands.key('Enter')
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
      if (hands.way === 'mouse') await hands.click(found)
      else await hands.key('Enter')
      await expect(page.getByRole('heading', { level: 1, name: /Niemand/ })).toBeVisible()
    },
  },
  {
    name: 'why not at ten?',
    aim: 6,
    from: () => `/admin/bookings?view=day&date=${nextMonday()}`,
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

const TIMES = ['08:30', '09:15', '11:00', '14:15', '16:00', '16:45']
const FIRST_NAMES =
  'Anna Bruno Clara David Elsa Franz Gerda Hugo Ida Jakob Karla Leo Mia Nino Olga Paul'.split(' ')
const LAST_NAMES =
  'Beispiel Muster Probe Demo Versuch Platzhalter Erfunden Ungenannt Irgendwer Namenlos Fantasie Vorlage'.split(
    ' ',
  )

/** Fills the practice, with a few people whom the calls are about. */
function addBookings(portal: Portal): void {
  inTx(portal.ctx(), () => {
    const service = 'Folgebehandlung'
    const callers = [
      'Anna Beispielmann',
      'Emil Mustermann',
      'Maria Probst',
      'Frieda Testfall',
      'Clara Niemand',
    ]
    for (const [i, name] of callers.entries())
      addBooking(portal, dayFromToday(-200), `${10 + i}:00`, { name, service })
    addBooking(portal, addDays(nextMonday(), 1), '15:00', { name: 'Vera Tauschdich', service })
    addBooking(portal, addDays(nextMonday(), 1), '10:00', { name: 'Ada Absager', service })
    addBooking(portal, nextMonday(), '10:00', { name: 'Zita Zehnuhr', service })
    addBooking(portal, dayFromToday(0), '23:20', { name: 'Otto Heute', service })
    addBooking(portal, dayFromToday(0), '23:50', { name: 'Berta Heute', service, minutes: 10 })
    let left = BOOKINGS - callers.length - 5
    for (let day = dayFromToday(40); left > 0; day = addDays(day, -1)) {
      if ([0, 6].includes(weekdayOf(dayNumber(day))) || day === dayFromToday(0)) continue
      for (const time of TIMES.slice(0, left)) {
        const name = `${FIRST_NAMES[left % FIRST_NAMES.length]} ${LAST_NAMES[left % LAST_NAMES.length]}`
        addBooking(portal, day, time, { name, service })
        left -= 1
      }
    }
  })
}

const played: string[][] = []

for (const { name, aim, from = () => '/admin', play } of CALLS)
  for (const way of ['mouse', 'keyboard'] as const)
    test(`${name}, by ${way}`, async ({ page, portal }) => {
      test.skip(timeOfDay(Date.now()) > '23:00', 'hardly any time of today is left')
      addBookings(portal)
      await page.goto(from())
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/^Lade /)).toHaveCount(0)
      const hands = openHands(page, way)
      await play(hands)
      const { clicks, keys, characters } = hands.counts
      const seconds = hands.seconds()
      played.push([
        name,
        way,
        ...[clicks, keys, characters].map(String),
        seconds.toFixed(1),
        String(aim),
        seconds <= aim ? 'yes' : 'no',
      ])
    })

test.afterAll(() => {
  const head = ['call', 'by', 'clicks', 'keys', 'characters', 'seconds', 'aim', 'reached']
  const table = [head, head.map(() => '-'), ...played]
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)))
  const lines = table.map((row) => `| ${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join(' | ')} |`)
  // biome-ignore lint/suspicious/noConsole: the figures are what the command is for
  console.log(lines.join('\n'))
})
