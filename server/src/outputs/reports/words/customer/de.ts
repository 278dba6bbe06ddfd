import type { CustomerWords } from './en.ts'

export const de: CustomerWords = {
  grade: 'Zustandsnote',
  no_grade: 'ohne Note',
  not_analyzed: 'noch nicht auf Schäden untersucht',
  not_analyzed_text: 'Die Fotos wurden noch nicht auf Schäden untersucht.',
  damages: 'Schäden',
  none_found: 'Auf den sichtbaren Teilen wurde kein Schaden gefunden.',
  more: (count) =>
    count === 1 ? '1 weiterer Schaden steht im Anhang.' : `${count} weitere Schäden stehen im Anhang.`,
  no_price: 'Kein Preis',
  cost: 'Geschätzte Reparaturkosten',
  cost_none: 'Es wurde keine Schätzung angefordert.',
  not_assessed: 'Nicht beurteilt',
  parts_unseen: 'Auf den Fotos nicht zu sehen',
  unpriced: 'Noch ohne Preis',
  wheels_open: 'Räder und Reifen wurden nicht beurteilt.',
  tasks_open: 'Nicht abgeschlossen',
  never: 'Unterboden, Mechanik, Elektronik und Schäden hinter der Verkleidung.',
  and_more: (count) => `und ${count} weitere`,
  contest: 'So widersprechen Sie diesem Bericht',
  no_charge: 'Software schlägt vor, ein Mensch entscheidet. Nichts wird automatisch berechnet.',
  contest_online: (url) => `Online widersprechen: ${url}. Den Code erhalten Sie von uns.`,
  annex: 'Anhang: vollständige Dokumentation',
  annex_text: 'Alle Schäden, Fotos, Preise und Entscheidungen hinter der Zusammenfassung.',
  logo_alt: (name) => `Logo von ${name}`,
}
