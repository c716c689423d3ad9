import type { Ctx } from '../ctx.ts'
import { sectionsOfParagraphs, type TextOfSections } from './own-text.ts'
import { readSetting } from './settings.ts'

/** The statement of the portal, for a practice that has not written one. */
const STATEMENT: TextOfSections['sections'] = [
  {
    title: '',
    lines: [
      'Alle sollen hier selbst einen Termin buchen können. Dieses Portal richtet sich nach den Regeln für barrierefreie Webseiten (WCAG 2.2, Stufe AA).',
    ],
  },
  {
    title: 'Was Sie erwarten dürfen',
    lines: [
      'Alles geht mit der Tastatur, ohne Maus.',
      'Vorleseprogramme nennen Überschriften, Felder, Fehler und Meldungen.',
      'Sie können die Schrift im Browser auf das Doppelte vergrößern. Nichts wird abgeschnitten.',
      'Oben auf jeder Seite wählen Sie helle oder dunkle Farben. Starker Kontrast, den Sie am Gerät eingestellt haben, bleibt.',
      'Bevor Ihre reservierte Zeit abläuft, sagen wir es Ihnen. Sie können verlängern, und Ihre Angaben bleiben.',
      'Sie müssen kein Bilderrätsel lösen.',
    ],
  },
  {
    title: 'Was noch nicht gelingt',
    lines: [
      'Die Karte kommt von Google und ist nicht für alle bedienbar. Die Anschrift steht daneben als Text.',
      'Mit einem Vorleseprogramm wurde das Portal bisher nur in Firefox ausprobiert, mit Orca.',
      'Ein Programm prüft jede Fassung des Portals. Das ersetzt nicht die Erfahrung von Menschen mit Behinderung.',
    ],
  },
  {
    title: 'Etwas geht nicht?',
    lines: [
      'Bitte sagen Sie es uns, Telefon und E-Mail stehen unten. Wir helfen Ihnen gleich mit dem Termin und versuchen, den Fehler zu beheben.',
      'Finden wir keine Lösung, schlichtet kostenlos das Sozialministeriumservice: www.sozialministeriumservice.gv.at',
    ],
  },
]

/**
 * Returns the accessibility statement that patients read (docs/behaviour.md 15.10): the practice's own text
 * by paragraphs, or else the portal's.
 */
export function accessibilityStatement(ctx: Ctx): TextOfSections {
  const ownText = readSetting(ctx, 'general', 'accessibility_text')
  return { title: 'Barrierefreiheit', sections: ownText ? sectionsOfParagraphs(ownText) : STATEMENT }
}
