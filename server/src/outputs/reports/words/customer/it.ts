import type { CustomerWords } from './en.ts'

export const it: CustomerWords = {
  grade: 'classe di condizione',
  no_grade: 'senza classe',
  not_analyzed: 'foto non ancora analizzate',
  not_analyzed_text: 'Le foto non sono ancora state analizzate.',
  damages: 'Danni',
  none_found: 'Nessun danno rilevato sulle parti visibili nelle foto.',
  more: (count) =>
    count === 1
      ? 'Un altro danno è riportato nell’allegato.'
      : `Altri ${count} danni sono riportati nell’allegato.`,
  no_price: 'Senza prezzo',
  cost: 'Costo stimato della riparazione',
  cost_none: 'Non è stato richiesto alcun preventivo.',
  not_assessed: 'Non valutato',
  parts_unseen: 'Non visibile nelle foto',
  unpriced: 'Ancora senza prezzo',
  wheels_open: 'Ruote e pneumatici non sono stati valutati.',
  tasks_open: 'Non concluso',
  never: 'Sottoscocca, meccanica, elettronica e danni nascosti dietro la carrozzeria.',
  and_more: (count) => `e altri ${count}`,
  contest: 'Come contestare questo rapporto',
  no_charge: 'Il software propone, una persona decide. Nulla viene addebitato automaticamente.',
  contest_online: (url) => `Contestare online: ${url}. Il codice glielo diamo noi.`,
  annex: 'Allegato: documentazione completa',
  annex_text: 'Tutti i danni, le foto, i prezzi e le decisioni alla base del riepilogo.',
  logo_alt: (name) => `Logo di ${name}`,
}
