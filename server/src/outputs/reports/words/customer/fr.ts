import type { CustomerWords } from './en.ts'

export const fr: CustomerWords = {
  grade: 'note d’état',
  no_grade: 'sans note',
  not_analyzed: 'photos pas encore analysées',
  not_analyzed_text: 'Les photos n’ont pas encore été analysées.',
  damages: 'Dommages',
  none_found: 'Aucun dommage n’a été constaté sur les éléments visibles sur les photos.',
  more: (count) =>
    count === 1 ? '1 autre dommage figure en annexe.' : `${count} autres dommages figurent en annexe.`,
  no_price: 'Non chiffré',
  cost: 'Coût estimé des réparations',
  cost_none: 'Aucune estimation n’a été demandée.',
  not_assessed: 'Non évalué',
  parts_unseen: 'Non visible sur les photos',
  unpriced: 'Pas encore chiffré',
  wheels_open: 'Les roues et les pneus n’ont pas été évalués.',
  tasks_open: 'Non terminé',
  never: 'Le soubassement, la mécanique, l’électronique et les dommages cachés derrière la carrosserie.',
  and_more: (count) => `et ${count} autres`,
  contest: 'Comment contester ce rapport',
  no_charge: 'Le logiciel propose, une personne décide. Rien n’est facturé automatiquement.',
  contest_online: (url) => `Contester en ligne : ${url}. Nous vous remettons le code.`,
  annex: 'Annexe : dossier complet',
  annex_text: 'Tous les dommages, photos, prix et décisions à l’appui du résumé.',
  logo_alt: (name) => `Logo de ${name}`,
}
