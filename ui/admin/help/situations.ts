import type { HelpTopic } from '../components/help-topics.ts'

/** A situation: at most six sentences that say what to do, and a picture. */
export type Situation = Readonly<{
  text: string
  /** The gallery state that `npm run help-pictures` takes the picture from. */
  state: string
}>

/** A chapter with its situations, in their order. */
type Chapter = Readonly<{ title: string; topics: readonly HelpTopic[] }>

/** The chapters of the page "Hilfe". */
export const CHAPTERS: readonly Chapter[] = [
  {
    title: 'Am Empfang',
    topics: [
      'anfrage',
      'anruf',
      'verschieben',
      'absagen',
      'nachricht',
      'verspaetung',
      'ausfall',
      'serie',
      'warteliste',
      'urlaub',
      'tagesliste',
      'person',
    ],
  },
  {
    title: 'Für Ärztinnen und Ärzte',
    topics: ['auswertung', 'personen', 'texte', 'auskunft', 'kalender'],
  },
  { title: 'Für Ihre IT', topics: ['einrichten', 'email', 'sms', 'sicherung', 'zugang'] },
]

/** The situations; their titles are in `HELP_TOPICS`, because other pages need those too. */
export const SITUATIONS = {
  anfrage: {
    state: 'admin-dashboard',
    text: 'Die Übersicht zeigt oben, wer auf Ihre Antwort wartet. Drücken Sie „Bestätigen“ oder „Ablehnen“; die E-Mail geht von selbst hinaus. Möchten Sie etwas dazuschreiben, wählen Sie „Mit Nachricht“. Mehrere Anfragen haken Sie an und bestätigen sie gemeinsam. Einige Sekunden lang lässt sich eine Bestätigung mit „Rückgängig“ zurücknehmen.',
  },
  anruf: {
    state: 'admin-people-found',
    text: 'Drücken Sie oben „Termin eintragen“ oder die Taste N. Tippen Sie den halben Namen, die Nummer oder das Geburtsdatum: Wer schon hier war, wird gefunden, und die Felder füllen sich. Wählen Sie Leistung und eine der nächsten freien Zeiten. Mit „Eintragen“ ist der Termin bestätigt, und die Nachricht geht hinaus. Haben Sie sich geirrt, drücken Sie gleich danach „Rückgängig“.',
  },
  verschieben: {
    state: 'admin-booking-details',
    text: 'Öffnen Sie den Termin, im Kalender oder über „Finden“. Drücken Sie „Verschieben“ oder „Andere Zeit“ und wählen Sie eine freie Zeit. Im Kalender können Sie den Termin auch mit der Maus ziehen. Sind Sie mehrere, ziehen Sie ihn am Tag auch in die Spalte eines anderen Arztes, oder Sie wählen „Bei wem“. Die Person bekommt die neue Zeit, außer Sie nehmen den Haken bei „benachrichtigen“ weg. Hat sie online um die neue Zeit gebeten, bestätigen Sie diese auf der Übersicht.',
  },
  absagen: {
    state: 'admin-cancel-by-telephone',
    text: 'Öffnen Sie den Termin und drücken Sie „Termin absagen“. Wählen Sie, wer absagt: die Patientin oder der Patient, oder die Ordination. Davon hängt ab, was in der Nachricht steht. Soll keine hinausgehen, haken Sie „Ohne Nachricht“ an. Die Zeit ist sofort wieder frei und wird der Warteliste angeboten. Ein abgesagter Termin lässt sich später wieder eintragen.',
  },
  nachricht: {
    state: 'admin-outbox-details',
    text: 'Eine rote Zahl beim „Outbox Monitor“ heißt: Etwas kam nicht an. Öffnen Sie den Eintrag, dort steht der Grund und was hilft. Ist die Adresse falsch, stellen Sie sie richtig und senden noch einmal. Haben Sie angerufen, drücken Sie „Angerufen, erledigt“. Damit verschwindet der Eintrag aus den offenen Fehlern.',
  },
  verspaetung: {
    state: 'admin-late',
    text: 'Öffnen Sie unter „Termine“ den heutigen Tag und drücken Sie „Verspätung ansagen“. Geben Sie an, um wie viele Minuten es später wird. Alle Wartenden von heute bekommen eine SMS oder E-Mail. Wen keine erreicht, den zeigt eine Liste zum Anrufen. Die Termine selbst bleiben, wie sie sind.',
  },
  ausfall: {
    state: 'admin-off-today',
    text: 'Öffnen Sie den heutigen Tag und drücken Sie „Heute absagen“. Zuerst wird der Rest des Tages gesperrt, damit niemand mehr bucht. Dann sehen Sie alle Termine, die noch kommen, und sagen sie gemeinsam ab oder verschieben sie. Ein Termin, der schon läuft, ist nicht angehakt. Am Schluss steht, wen Sie anrufen müssen.',
  },
  serie: {
    state: 'admin-series',
    text: 'Öffnen Sie „Termin eintragen“, wählen Sie Person, Leistung und die erste Zeit. Haken Sie „Mehrere Termine in gleichem Abstand“ an und geben Sie an, wie oft. Jede Zeit steht darunter; ist eine nicht frei, steht der Grund dabei und eine andere Zeit. Mit „Alle eintragen“ bekommt die Person eine einzige E-Mail mit allen Terminen. Später können Sie auch alle folgenden zusammen verschieben oder absagen.',
  },
  warteliste: {
    state: 'admin-waiting-list',
    text: 'Tragen Sie die Person unter „Warteliste“ ein, mit ihren Wünschen. Wird eine passende Zeit frei, bekommt sie von selbst ein Angebot mit einer Frist. Nimmt sie nicht an, ist die nächste Person an der Reihe. Möchten Sie jemandem eine Zeit geben, drücken Sie „Zeit anbieten“. Wen weder E-Mail noch SMS erreicht, den rufen Sie bitte an.',
  },
  urlaub: {
    state: 'admin-absences',
    text: 'Unter „Abwesenheiten“ drücken Sie „Ordination schließen“ für ganze Tage oder „Zeit sperren“ für einige Stunden. Stehen in dieser Zeit schon Termine, bleiben sie bestehen. Das Portal zeigt sie und hilft, sie zu verschieben oder abzusagen. Gesetzliche Feiertage sind von selbst geschlossen. Öffnen Sie doch, haken Sie den Feiertag an.',
  },
  tagesliste: {
    state: 'admin-day-list',
    text: 'Öffnen Sie unter „Termine“ den Tag und drücken Sie „Tagesliste“. Sie hat Zeit, Name, Telefon, Leistung und Notiz. Drücken Sie „Drucken“. Das Blatt enthält Patientendaten: Bitte vernichten Sie es am Abend.',
  },
  person: {
    state: 'admin-patient',
    text: 'Drücken Sie „Finden“ (oder Strg und K) und tippen Sie den Namen. Die Seite der Person hat alle Termine, Nachrichten und Notizen. Von dort tragen Sie den nächsten Termin ein. Ist eine Nummer oder Adresse falsch, öffnen Sie einen Termin und drücken „Kontaktdaten ändern“. Notizen sieht nur die Ordination.',
  },
  auswertung: {
    state: 'admin-statistics',
    text: 'Die „Auswertung“ zeigt 24 Monate: Termine, erste Besuche, Absagen und wer nicht gekommen ist. Unten sehen Sie, welche Stunden der Woche voll sind und welche nicht. Oben wählen Sie eine einzelne Leistung. „Als Tabelle“ zeigt die Zahlen, und als CSV öffnen Sie sie in einer Tabelle.',
  },
  personen: {
    state: 'admin-people',
    text: 'Unter „Personen“ laden Sie jemanden ein: Die Person bekommt eine E-Mail und wählt ihr Passwort selbst. Die Assistenz sieht Termine, aber keine Einstellungen; die Technik sieht keine Patienten. Verlässt jemand die Ordination, entfernen Sie den Zugang sofort. Ist ein Gerät verloren, drücken Sie „Überall abmelden“. Im „Protokoll“ steht, wer was getan hat.',
  },
  texte: {
    state: 'texts',
    text: 'Unter „Texte“ wählen Sie eine Nachricht und schreiben, womit sie beginnt und endet. Zeit, Ort und Links ergänzt das Portal. Platzhalter wie {Anrede} füllen sich von selbst. Daneben sehen Sie eine Vorschau. Mit „Zurück zum Original“ gilt wieder unser Text.',
  },
  auskunft: {
    state: 'admin-privacy',
    text: 'Öffnen Sie „Datenschutz“ und suchen Sie die Person. „Auskunft herunterladen“ speichert zwei Dateien: eine zum Lesen, eine für Programme. Vor dem Löschen müssen kommende Termine abgesagt sein. Gelöscht wird erst, wenn Sie Adresse oder Namen noch einmal eingeben. Was in Sicherungen bleibt und wie lange, steht danach dort. Ihre ärztliche Dokumentation ist nicht betroffen.',
  },
  kalender: {
    state: 'admin-calendars',
    text: 'Was in Ihrem eigenen Kalender belegt ist, kann hier niemand buchen. Tragen Sie unter „Andere Kalender“ seine Adresse zum Abonnieren ein. Umgekehrt zeigt ein „Kalender-Abo“ die Termine von hier auf Ihrem Telefon. Wer dessen Adresse kennt, sieht die Termine: Geben Sie sie nicht weiter. Arbeiten Sie mit Odoo, gehen unter „Odoo“ die Termine in beide Richtungen.',
  },
  einrichten: {
    state: 'admin-first-steps-card',
    text: '„Erste Schritte“ führt der Reihe nach durch alles Nötige. Nötig sind Praxisdaten, Arbeitszeiten, Leistungen und ein E-Mail-Server. Jeden Schritt können Sie überspringen; was fehlt, steht auf der Übersicht. Am Schluss buchen Sie selbst einen Termin zur Probe. Alles lässt sich später unter „Einstellungen“ ändern.',
  },
  email: {
    state: 'admin-smtp',
    text: 'Unter „E-Mail-Server“ stehen Server, Benutzer und Passwort, wie Ihr Anbieter sie nennt. „Test-E-Mail senden“ zeigt sofort, ob es geht, und sonst den Grund. Was wartet, geht von selbst hinaus, sobald der Server wieder annimmt. Unter „Versand“ sehen Sie jede Nachricht ohne Namen und Inhalt. Führen Links nicht zum Portal, prüfen Sie die Adresse unter „URLs & Admin E-Mail“.',
  },
  sms: {
    state: 'admin-sms',
    text: 'Unter „SMS Provider“ tragen Sie die Zugangsdaten eines Anbieters ein, oder von zweien. Der zweite springt ein, wenn der erste nicht kann. Die Test-SMS kostet eine SMS. Guthaben und Grenze im Monat sehen Sie dort, und das Portal warnt rechtzeitig. In welche Länder SMS gehen, steht unter „Allgemein“.',
  },
  sicherung: {
    state: 'admin-installation',
    text: '„Zustand der Anlage“ prüft alles, was das Portal braucht, und sagt, was zu tun ist. Jede Nacht entsteht eine Sicherung; „Jetzt sichern“ macht eine sofort. Kopieren Sie Sicherungen auf einen anderen Rechner. Die Datei „secret.key“ ist in keiner Sicherung: Bewahren Sie eine Kopie an einem sicheren Ort auf. Einmal im Monat spielt das Portal eine Sicherung zur Probe zurück.',
  },
  zugang: {
    state: 'admin-account',
    text: 'Unter „Mein Zugang“ ändern Sie Ihr Passwort. Ein zweiter Faktor schützt die Daten auch, wenn jemand Ihr Passwort kennt. Mit einem Passkey melden Sie sich mit Fingerabdruck oder Gesicht an, ohne Passwort. Drucken Sie die Ersatzcodes und legen Sie sie getrennt vom Passwort ab. Kennen Sie ein angemeldetes Gerät nicht, melden Sie es ab.',
  },
} as const satisfies Readonly<Record<HelpTopic, Situation>>
