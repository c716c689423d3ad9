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

/** A page that the finder can find. */
export type FindablePage = Readonly<{ path: string; title: string }>

/** The URL of the action that opens the dialog for a new appointment, over any page. */
export const NEW_APPOINTMENT = '?new=1'

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

/** The actions, each with further words that find it; `find=1` focuses the search field. */
const ACTIONS: readonly Readonly<{ title: string; to: string; synonyms: string }>[] = [
  { title: 'Termin eintragen', to: NEW_APPOINTMENT, synonyms: 'neu anlegen buchen' },
  { title: 'Heute im Kalender', to: '/admin/bookings?view=day', synonyms: 'tag day' },
  { title: 'Terminliste durchsuchen', to: '/admin/bookings?view=list&find=1', synonyms: 'suche' },
  { title: 'Verspätung ansagen', to: '/admin/bookings?view=day', synonyms: 'später spät' },
  { title: 'Tagesliste drucken', to: '/admin/bookings/print', synonyms: 'ausdruck' },
  {
    title: 'Ordination schließen oder Zeit sperren',
    to: '/admin/absences',
    synonyms: 'urlaub krank abwesenheit',
  },
  { title: 'Person einladen', to: '/admin/people', synonyms: 'zugang mitarbeiter' },
]

/** The maximum number of matches of each kind. */
const MAX_OF_KIND = 5

/** A destination that may match, and the text in which the words are searched. */
type Candidate = Readonly<{ destination: Destination; searched: string }>

/** Returns whether the signed-in staff member can open a URL. */
type CanOpen = (url: string) => boolean

/**
 * Finds actions, pages, settings and situations of the help that the signed-in staff member can open, by all
 * words of the text, in any order. Settings are found by their own labels.
 */
export function findLocally(text: string, pages: readonly FindablePage[], canOpen: CanOpen): Destination[] {
  const words = withoutAccents(text).split(' ').filter(Boolean)
  const hasAllWords = ({ searched }: Candidate) =>
    words.every((word) => withoutAccents(searched).includes(word))
  const candidatesByKind = [actionsFor(canOpen), pagesFor(pages, canOpen)]
  // An empty text would match all settings and situations.
  if (words.length > 0) candidatesByKind.push(settingsFor(canOpen), situationsFor(canOpen))
  return candidatesByKind.flatMap((candidates) =>
    candidates
      .filter(hasAllWords)
      .slice(0, MAX_OF_KIND)
      .map(({ destination }) => destination),
  )
}

function actionsFor(canOpen: CanOpen): Candidate[] {
  // A new appointment is for staff who see the calendar.
  const pageOf = (to: string) => (to === NEW_APPOINTMENT ? '/admin/bookings' : to)
  return ACTIONS.filter(({ to }) => canOpen(pageOf(to))).map(({ title, to, synonyms }) => ({
    destination: { kind: 'action', title, about: 'Aktion', to },
    searched: `${title} ${synonyms}`,
  }))
}

function pagesFor(pages: readonly FindablePage[], canOpen: CanOpen): Candidate[] {
  return pages
    .filter(({ path }) => canOpen(path))
    .map(({ title, path }) => ({
      destination: { kind: 'page', title, about: 'Seite', to: path },
      searched: title,
    }))
}

function settingsFor(canOpen: CanOpen): Candidate[] {
  return (Object.keys(SETTINGS) as Group[])
    .filter((group) => canOpen(SETTINGS_PATHS[group]))
    .flatMap((group) => {
      const { title: about, sections }: SettingsGroup = SETTINGS[group]
      const fields = sections.flatMap((section) => Object.entries(section.fields))
      return fields.map(([name, { label: title }]): Candidate => {
        const to = `${SETTINGS_PATHS[group]}?field=${name}`
        return { destination: { kind: 'setting', title, about, to }, searched: `${title} ${about}` }
      })
    })
}

function situationsFor(canOpen: CanOpen): Candidate[] {
  if (!canOpen(HELP_PATH)) return []
  return Object.entries(HELP_TOPICS).map(([topic, title]) => ({
    destination: { kind: 'help', title, about: 'Hilfe', to: `${HELP_PATH}#${topic}` },
    searched: `${title} Hilfe`,
  }))
}

/** Returns a text in lower case without accents, so that `verspatung` finds "Verspätung". */
function withoutAccents(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').trim()
}
