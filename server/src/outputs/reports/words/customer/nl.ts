import type { CustomerWords } from './en.ts'

export const nl: CustomerWords = {
  grade: 'conditieklasse',
  no_grade: 'zonder klasse',
  not_analyzed: 'nog niet op schade onderzocht',
  not_analyzed_text: 'De foto’s zijn nog niet op schade onderzocht.',
  damages: 'Schade',
  none_found: 'Op de zichtbare onderdelen is geen schade gevonden.',
  more: (count) =>
    count === 1 ? 'In de bijlage staat nog 1 schade.' : `In de bijlage staan nog ${count} schades.`,
  no_price: 'Geen prijs',
  cost: 'Geschatte reparatiekosten',
  cost_none: 'Er is geen schatting gevraagd.',
  not_assessed: 'Niet beoordeeld',
  parts_unseen: 'Niet zichtbaar op de foto’s',
  unpriced: 'Nog geen prijs',
  wheels_open: 'Wielen en banden zijn niet beoordeeld.',
  tasks_open: 'Niet afgerond',
  never: 'De onderkant, mechaniek, elektronica en schade achter de beplating.',
  and_more: (count) => `en nog ${count}`,
  contest: 'Bezwaar maken tegen dit rapport',
  no_charge: 'Software stelt voor, een mens beslist. Er wordt niets automatisch in rekening gebracht.',
  contest_online: (url) => `Online bezwaar maken: ${url}. U krijgt de code van ons.`,
  annex: 'Bijlage: volledig dossier',
  annex_text: 'Alle schades, foto’s, prijzen en beslissingen achter de samenvatting.',
  logo_alt: (name) => `Logo van ${name}`,
}
