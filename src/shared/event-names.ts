/** The names of the events in a booking's history. */
export const EVENT_NAMES: Readonly<Record<string, string>> = {
  requested: 'Reserviert',
  entered: 'Eingetragen',
  moved: 'Verschoben',
  'move-asked': 'Verschiebung angefragt',
  'move-rejected': 'Verschiebung abgelehnt',
  'move-withdrawn': 'Verschiebung zurückgezogen',
  'move-lapsed': 'Verschiebung verfallen',
  'offer-taken': 'Angebot der Warteliste angenommen',
  confirmed: 'Bestätigt',
  rejected: 'Abgelehnt',
  cancelled: 'Storniert',
  'contact-changed': 'Kontaktdaten geändert',
  arrived: 'Als erschienen vermerkt',
  'no-show': 'Als nicht erschienen vermerkt',
  'attendance-removed': 'Vermerk zum Erscheinen gelöscht',
  undone: 'Bestätigung zurückgenommen',
}
