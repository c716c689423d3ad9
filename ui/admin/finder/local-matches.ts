import { type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { HELP_PATH, HELP_TOPICS } from '../components/help-topics.ts'

/** An action, page, setting or situation that is found without asking the server. */
export type Destination = Readonly<{
  kind: 'action' | 'page' | 'setting' | 'help'
  title: string
  /** The kind: `Seite`, or for a setting the page that it is on. */
  about: string
  to: string
}>

/** The address of the action that opens the dialog for a new appointment, over any page. */
export const NEW_APPOINTMENT = '?new=1'

/** A page of the navigation. */
export type FoundPage = Readonly<{ path: string; title: string }>

/** The page of each group of settings. */
const SETTINGS_PATHS: Readonly<Record<Group, string>> = {
  practice: '/admin/settings/practice',
  general: '/admin/settings/general',
  urls: '/admin/settings/urls',
  smtp: '/admin/settings/smtp',
  odoo: '/admin/settings/odoo',
  clicksend: '/admin/settings/sms',
  sevenio: '/admin/settings/sms',
}

/** The actions. `words` are synonyms that also find them; `find=1` focuses the search field. */
const ACTIONS: readonly Readonly<{ title: string; to: string; words: string }>[] = [
  { title: 'Termin eintragen', to: NEW_APPOINTMENT, words: 'neu anlegen buchen' },
  { title: 'Heute im Kalender', to: '/admin/bookings?view=day', words: 'tag day' },
  { title: 'Terminliste durchsuchen', to: '/admin/bookings?view=list&find=1', words: 'suche' },
  { title: 'Verspätung ansagen', to: '/admin/bookings?view=day', words: 'später spät' },
  { title: 'Tagesliste drucken', to: '/admin/bookings/print', words: 'ausdruck' },
  {
    title: 'Ordination schließen oder Zeit sperren',
    to: '/admin/absences',
    words: 'urlaub krank abwesenheit',
  },
  { title: 'Person einladen', to: '/admin/people', words: 'zugang mitarbeiter' },
]

/** The maximum number of matches of each kind. */
const MOST_OF_KIND = 5

/**
 * Finds actions, pages, settings and situations of the help by all words of the text, in any order.
 * Settings are found by their own labels.
 * @param canOpen says whether the signed-in staff member can open an address
 */
export function findLocally(
  text: string,
  pages: readonly FoundPage[],
  canOpen: (address: string) => boolean,
): Destination[] {
  const words = withoutAccents(text).split(' ').filter(Boolean)
  const hasAllWords = (searched: string) => words.every((word) => withoutAccents(searched).includes(word))
  // An empty text would match all settings and situations.
  const hasText = words.length > 0
  const matches: readonly Destination[][] = [
    ACTIONS.filter((action) => canOpenAction(action.to, canOpen))
      .filter((action) => hasAllWords(`${action.title} ${action.words}`))
      .map(({ title, to }) => ({ kind: 'action', title, about: 'Aktion', to })),
    pages
      .filter(({ path, title }) => canOpen(path) && hasAllWords(title))
      .map(({ title, path }) => ({ kind: 'page', title, about: 'Seite', to: path })),
    hasText ? settingsOf(canOpen).filter(({ title, about }) => hasAllWords(`${title} ${about}`)) : [],
    hasText && canOpen(HELP_PATH)
      ? helpSituations().filter(({ title }) => hasAllWords(`${title} Hilfe`))
      : [],
  ]
  return matches.flatMap((ofKind) => ofKind.slice(0, MOST_OF_KIND))
}

/** Returns the situations of the help. */
function helpSituations(): Destination[] {
  return Object.entries(HELP_TOPICS).map(([topic, title]) => ({
    kind: 'help',
    title,
    about: 'Hilfe',
    to: `${HELP_PATH}#${topic}`,
  }))
}

/** Returns whether the staff member can do an action. A new appointment is for staff who see the calendar. */
function canOpenAction(to: string, canOpen: (address: string) => boolean): boolean {
  return canOpen(to === NEW_APPOINTMENT ? '/admin/bookings' : to)
}

/** Returns the settings on the pages that the staff member can open. */
function settingsOf(canOpen: (address: string) => boolean): Destination[] {
  return (Object.keys(SETTINGS) as Group[])
    .filter((group) => canOpen(SETTINGS_PATHS[group]))
    .flatMap((group) => {
      const { title: about, sections }: SettingsGroup = SETTINGS[group]
      return sections
        .flatMap(({ fields }) => Object.entries(fields))
        .map(
          ([name, { label }]) =>
            ({ kind: 'setting', title: label, about, to: `${SETTINGS_PATHS[group]}?field=${name}` }) as const,
        )
    })
}

/** Returns a text in lower case without accents, so that `verspatung` finds "Verspätung". */
function withoutAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').trim()
}
