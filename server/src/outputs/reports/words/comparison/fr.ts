import type { ComparisonWords } from './en.ts'

export const fr: ComparisonWords = {
  title: 'Comparaison de deux inspections',
  all_decided: 'Tous les endroits tranchés',
  open: (count) => (count === 1 ? '1 endroit à trancher' : `${count} endroits à trancher`),
  outdated: 'Une inspection a changé depuis',
  sides: { earlier: 'Première inspection', later: 'Seconde inspection' },
  roles: { earlier: 'Avant', later: 'Après' },
  photos: (count) => (count === 1 ? '1 photo' : `${count} photos`),
  deleted: 'supprimée depuis',
  taken: 'Photos prises',
  place_by: 'Lieu, par',
  taken_unknown: 'Les photos n’indiquent aucune heure',
  nothing_found: 'Même endroit\u00a0: rien trouvé',
  not_shown: 'Aucune photo ne montre cet endroit',
  photo_of: (label, count) => `Photo ${label} sur ${count}`,
  photo_alt: (side, place, isFound) =>
    isFound
      ? `${side}\u00a0: ${place}, dommage entouré`
      : `${side}\u00a0: ${place}, même endroit entouré en pointillé`,
  sources: {
    camera: 'Heure de l’appareil photo',
    client: 'Heure de l’application',
    upload: 'Heure d’envoi\u00a0; la photo n’en indique aucune',
  },
  received_later: (duration) => `reçue ${duration} plus tard`,
  verdicts: {
    new: 'Nouveau',
    worsened: 'Aggravé',
    uncertain: 'Incertain',
    not_comparable: 'Non comparable',
    unchanged: 'Inchangé',
    repaired: 'Réparé',
  },
  glyphs:
    'Point gauche\u00a0: avant, point droit\u00a0: après. Plein\u00a0: présent\u00a0; vide\u00a0: absent\u00a0; tiret\u00a0: non visible\u00a0; demi\u00a0: peut-être.',
  dashed: 'Numéro en pointillé\u00a0: proposé par le logiciel, tranché par personne.',
  diagram_alt: (places) => `Dessin du véhicule de cinq côtés avec les endroits\u00a0: ${places}.`,
  damage: 'Dommage',
  head: {
    number: 'N°',
    place: 'Endroit et dommage',
    change: 'Évolution',
    amount: 'Montant',
    why: 'Pourquoi',
  },
  charged: (amount) => `Facturé\u00a0: ${amount} hors taxes`,
  charged_unpriced: 'Facturé, prix à établir',
  nothing_charged: 'Rien n’est facturé',
  proposed: (places, count, amount) =>
    `Proposé, non facturé\u00a0: ${count === 1 ? 'endroit' : 'endroits'} ${places}${amount ? `, ${amount}` : ''}. Rien n’est facturé sans la décision d’une personne.`,
  no_estimate: 'La seconde inspection n’a pas d’estimation\u00a0; aucun montant n’est indiqué.',
  not_charged: (places, count) =>
    `${count === 1 ? `L’endroit ${places} n’est pas facturé` : `Les endroits ${places} ne sont pas facturés`}\u00a0: les photos ne montrent pas si le dommage existait avant.`,
  changed: 'Nouveau et aggravé',
  nothing_changed: 'Aucun endroit nouveau ou aggravé.',
  why: {
    new: 'Pourquoi nouveau',
    worsened: 'Pourquoi aggravé',
    uncertain: 'Pourquoi incertain',
    not_comparable: 'Pourquoi non comparable',
    unchanged: 'Pourquoi inchangé',
    repaired: 'Pourquoi réparé',
  },
  confirmed: (name, time) => `Confirmé par ${name}, ${time}.`,
  decided: (name, time, proposed) =>
    `Tranché par ${name}, ${time}\u00a0; le logiciel avait proposé\u00a0: ${proposed}.`,
  reason_given: (reason) => `Motif\u00a0: ${reason}`,
  not_decided: (share) => `Proposition du logiciel, sûre à ${share}. Personne n’a encore tranché.`,
  unclear: 'Comparaison impossible',
  unclear_note: 'Facturé seulement si une personne le décide et donne un motif.',
  unchanged: 'Déjà présent, inchangé',
  repaired: 'Présent avant, disparu depuis',
  rejected: 'Pas un dommage, selon une personne',
  signals: 'Points à regarder',
  signals_note: 'Des faits sur les photos, pas des verdicts.',
  signals_none: 'Les photos des deux inspections ont été vérifiées\u00a0: rien à signaler.',
  signal: {
    same_picture: 'La même photo figure dans les deux inspections.',
    time_contradiction: 'Une photo de la seconde inspection indique une heure antérieure aux premières.',
    time_unknown: 'Photos sans heure de prise de vue\u00a0; l’heure d’envoi est indiquée.',
    identity_differs: 'La plaque ou le VIN diffère entre les inspections.',
    older_than_inspection: 'La photo est plus ancienne que son inspection.',
    edited: 'La photo a été enregistrée par un logiciel de retouche.',
  },
  days_older: (count) => (count === 1 ? '1 jour plus tôt' : `${count} jours plus tôt`),
  limits: 'Ce qui a été comparé',
  compared_parts: 'Pièces visibles dans les deux inspections',
  not_seen_before: 'Non visibles sur les premières photos',
  not_seen_now: 'Non visibles sur les secondes photos',
  method:
    'Un dommage n’est dit nouveau que si les premières photos montrent l’endroit, nettes et assez grandes pour le révéler, et qu’une seconde recherche plus fine n’y a rien trouvé. Sinon il est non comparable ou incertain.',
  read_again: 'Les premières photos ont été analysées à nouveau avec les mêmes modèles que les secondes.',
  models: 'Modèles',
  signatures_note: 'Signer atteste d’avoir vu cette comparaison. Ce n’est pas un accord sur une facturation.',
  handed_over: 'Véhicule remis par',
  received: 'Véhicule reçu par',
  comparison: 'Comparaison',
  code: 'code de vérification',
  reasons: {
    absent_and_visible: () => 'L’endroit est visible sur les premières photos, et il n’y a rien.',
    searched_again: () => 'Recherche répétée de plus près\u00a0: rien trouvé.',
    would_have_shown: ({ a }) =>
      a ? `Une marque de ${a} ou plus se serait vue.` : 'Une marque de cette taille se serait vue.',
    grown: ({ a, b }) =>
      a && b
        ? `Passé de ${a} à ${b}, plus que l’erreur de mesure.`
        : 'Agrandi de plus que l’erreur de mesure.',
    type_escalated: ({ a, b }) =>
      a && b ? `Relevé comme ${a}, maintenant ${b}.` : 'Le type de dommage est maintenant plus grave.',
    within_error: () => 'La taille est la même, à l’erreur de mesure près.',
    found_same_place: () => 'Le même dommage est au même endroit.',
    gone_and_visible: () => 'L’endroit est visible sur les secondes photos, et il n’y a plus rien.',
    not_in_pictures: () => 'Aucune photo de l’autre inspection ne montre cet endroit.',
    part_cropped: () => 'La photo s’arrête avant cet endroit.',
    occluded: () => 'Quelque chose couvre cet endroit.',
    too_small: ({ a }) =>
      a
        ? `La photo montre les marques à partir de ${a}\u00a0; celle-ci est plus petite.`
        : 'La marque est trop petite pour la photo.',
    blurred: () => 'La photo est trop floue ici.',
    dark: () => 'La photo est trop sombre ici.',
    glare: () => 'Un reflet couvre cet endroit.',
    not_aligned: () => 'Les deux photos n’ont pas pu être superposées.',
    weak_match: () => 'C’est peut-être le même dommage, sans certitude.',
    low_score_before: () => 'Quelque chose de faible est visible sur la première photo.',
    size_unknown: () => 'Les photos ne permettent pas de mesurer.',
    part_unknown: () => 'La pièce endommagée est inconnue.',
  },
}
