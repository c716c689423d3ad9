import { type Group, SETTINGS } from '../../../src/shared/settings/settings.ts'
import type { SettingsGroup } from '../../../src/shared/settings/settings-group.ts'
import { HELP_PATH, HELP_TOPICS } from '../components/help-topics.ts'

/** Something that the field for everything leads to without asking the server. */
export type Destination = Readonly<{
  kind: 'action' | 'page' | 'setting' | 'help'
  title: string
  about: string
  to: string
}>

export type FoundPage = Readonly<{ path: string; title: string }>

/** The page of each group of settings. */
const PATH_OF: Readonly<Record<Group, string>> = {
  practice: '/admin/settings/practice',
  general: '/admin/settings/general',
  urls: '/admin/settings/urls',
  smtp: '/admin/settings/smtp',
  odoo: '/admin/settings/odoo',
  clicksend: '/admin/settings/sms',
  sevenio: '/admin/settings/sms',
}

/** `words` are other words by which an action is found. */
const ACTIONS: readonly Readonly<{ title: string; to: string; words: string }>[] = [
  { title: 'Termin eintragen', to: '?new=1', words: 'neu anlegen buchen' },
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

/** The most matches of each kind. */
const MOST_OF_KIND = 5

/**
 * Finds actions, pages, settings and situations of the help by all words of the text, in any order.
 * Settings are found by their own labels.
 * @param canOpen whether the signed-in staff member can open an address
 */
export function findLocally(
  text: string,
  pages: readonly FoundPage[],
  canOpen: (address: string) => boolean,
): Destination[] {
  const words = plain(text).split(' ').filter(Boolean)
  const fits = (searched: string) => words.every((word) => plain(searched).includes(word))
  // Without a text all settings and situations would fit.
  const hasText = words.length > 0
  const matches: readonly Destination[][] = [
    ACTIONS.filter(({ title, to, words: more }) => canGo(to, canOpen) && fits(`${title} ${more}`)).map(
      ({ title, to }) => ({ kind: 'action', title, about: 'Aktion', to }),
    ),
    pages
      .filter(({ path, title }) => canOpen(path) && fits(title))
      .map(({ title, path }) => ({ kind: 'page', title, about: 'Seite', to: path })),
    hasText ? settingsOf(canOpen).filter(({ title, about }) => fits(`${title} ${about}`)) : [],
    hasText && canOpen(HELP_PATH) ? situations().filter(({ title }) => fits(`${title} Hilfe`)) : [],
  ]
  return matches.flatMap((ofKind) => ofKind.slice(0, MOST_OF_KIND))
}

function situations(): Destination[] {
  return Object.entries(HELP_TOPICS).map(([topic, title]) => ({
    kind: 'help',
    title,
    about: 'Hilfe',
    to: `${HELP_PATH}#${topic}`,
  }))
}

/** An action without a path opens on any page of those who work with patients. */
function canGo(to: string, canOpen: (address: string) => boolean): boolean {
  return canOpen(to.startsWith('?') ? '/admin/bookings' : to)
}

function settingsOf(canOpen: (address: string) => boolean): Destination[] {
  return (Object.keys(SETTINGS) as Group[])
    .filter((group) => canOpen(PATH_OF[group]))
    .flatMap((group) => {
      const { title: about, sections }: SettingsGroup = SETTINGS[group]
      return sections
        .flatMap(({ fields }) => Object.entries(fields))
        .map(
          ([name, { label }]) =>
            ({ kind: 'setting', title: label, about, to: `${PATH_OF[group]}?field=${name}` }) as const,
        )
    })
}

/** Small letters without accents, so that `verspatung` finds "Verspätung". */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('ß', 'ss').normalize('NFD').replace(/\p{M}/gu, '').trim()
}
