/** Every rule of the engine, for people: one plain sentence each. Ids are never renamed, as reports carry them. */
export const RULES = {
  // Why something has no price.
  not_a_damage: 'Dirt, reflections, shadows and the shape of the body are no damage and are never priced.',
  part_unknown: 'It is not known which part is damaged, so there is no price.',
  inside_not_covered: 'Damage inside the vehicle is not estimated.',
  vehicle_type_not_covered: 'The table is not made for this type of vehicle.',
  too_doubtful: 'Nobody has confirmed this finding, and its confidence is below what the table asks for.',
  type_does_not_fit_part: 'No rule prices this type of damage on this kind of part.',
  repair_has_no_price: 'A person chose to repair a part for which the table only has a replacement.',
  within_wear: 'The damage is fair wear by the rule pack and is not charged.',

  // Which size was used.
  size_measured: 'The size and its error bar were measured.',
  size_error_assumed: 'The size came without an error bar, so the one of the table was taken.',
  size_unknown: 'No size is known, so the span of sizes in the table was taken.',

  // Which operation was chosen.
  replace_missing: 'What is missing is replaced.',
  replace_glass: 'Broken glass is replaced.',
  replace_light: 'A broken light is replaced.',
  replace_torn: 'Plastic that is cracked or smashed is replaced.',
  replace_wheel: 'A wheel that is bent or cracked is replaced.',
  replace_unpainted: 'A part without paint that polishing cannot mend is replaced.',
  replace_share: 'The repair would cost at least the stated share of a replacement, so the part is replaced.',
  polish_small_scratch:
    'A short scratch is polished. This holds if it is not through the clear coat, which a picture does not show.',
  pdr_small_dent:
    'A small dent in metal is pushed out without paint. This holds if the paint is whole and no edge is hit.',
  wheel_refurbish: 'Scratches on a wheel are made good by a specialist at a fixed price.',
  repair_refinish: 'The damage is repaired and the part is refinished.',
  polish_count_exceeded:
    'There are more scratches on the part than are polished one by one, so it is refinished.',
  pdr_count_exceeded: 'There are more dents on the part than the price matrix has, so they are repaired.',
  absorbed_by_replace: 'The part is replaced, so this damage costs nothing more.',
  absorbed_by_refinish: 'The part is refinished, so this scratch is not polished as well.',
  person_chose_replace: 'A person chose to replace the part.',
  person_chose_repair: 'A person chose to repair the part.',

  // How a line was made.
  polish_hours: 'Hours for one scratch times the body rate.',
  pdr_matrix:
    'Price of the matrix for the number and size of the dents: the highest of what the dents of each size and larger cost.',
  body_hours_by_area: 'Base hours and hours for each square decimetre of the damage, times the body rate.',
  fit_hours: 'Hours to take the old piece off and fit the new one, times the body rate.',
  part_price: 'Price of the new piece with the mark-up.',
  refurbish_price: 'Fixed price of a specialist.',
  refinish_first: 'Full refinish hours: the first panel, or one painted alone.',
  refinish_adjacent: 'Refinish hours less the overlap with a panel next to it that is painted as well.',
  refinish_not_adjacent: 'Refinish hours less the overlap with other painted panels that do not touch it.',
  clear_coat_first: 'Clear coat on the first panel: a share of its refinish hours.',
  clear_coat_further: 'Clear coat on a further panel: a smaller share of its refinish hours.',
  clear_coat_capped: 'Clear coat, cut off at the most hours for one vehicle.',
  blend_adjacent: 'Colour runs out on the panel next to it: a share of that panel’s refinish hours.',
  material_by_hours: 'Paint material for each hour of refinishing, clear coat and blending.',
  other_operation_possible:
    'At one end of the error bar another operation would be chosen, or none. This line holds the difference.',

  set_by_person: 'A person set this price; it stands instead of what the rules make.',
  price_removed: 'A person decided that nothing is charged for this.',

  // How severe it is.
  level_replace: 'Level 3: the part is replaced.',
  level_structural: 'Level 3: the part is bent, cracked or smashed.',
  level_extent: 'Level 3: a dent is longer than the stated length.',
  level_refinish: 'Level 2: the part is refinished or made good.',
  level_piece_replaced: 'Level 2: a piece of the part is replaced.',
  level_small_repair: 'Level 1: polishing or paintless dent repair is enough.',
  level_none: 'Level 0: there is nothing to repair, or it is fair wear.',

  // Fair wear.
  wear_within_limit: 'The whole error bar is within the limit.',
  wear_over_limit: 'The whole error bar is above the limit.',
  wear_straddles_limit: 'The limit lies within the error bar of the size.',
  wear_size_unknown: 'No size is known to compare with the limit.',
  wear_too_many: 'There are more of them on one part than the rule accepts.',
  wear_maybe_too_many: 'With those that are uncertain there are more on one part than the rule accepts.',
  wear_excluded_zone: 'Nothing of this kind is accepted on this part.',
  wear_never_accepted: 'The rule never accepts this kind of damage.',
  wear_no_rule: 'No rule of the pack accepts this kind of damage.',

  total_loss_share:
    'The flag is set when the likely total reaches the stated share of the market value. It is no decision.',
} as const
export type RuleId = keyof typeof RULES
