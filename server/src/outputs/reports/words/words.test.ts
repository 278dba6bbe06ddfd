import { LANGUAGES, type Language } from '@walkaround/catalog/languages'
import { describe, expect, it } from 'vitest'
import { sampleReport } from '../../../../test/sample-report.ts'
import { REGISTRATION_FIELDS } from '../../../analysis/tasks/images-ocr/registration-document.ts'
import { OWN_WEAR_DIR, openWearPacks } from '../../../findings/costs/open-tables.ts'
import { RULES, type RuleId } from '../../../findings/costs/rules.ts'
import { pagesOf } from '../pdf/page-data.ts'
import { nameOf, speak } from '../pdf/speak.ts'

const codesOf = (language: Language) => speak({ language, time_zone: 'UTC' }).codes
const printed = (language: Language) => {
  const content = { ...sampleReport({ images: 2, damages: 4 }), language }
  return JSON.stringify(pagesOf(content, new Set()).data)
}

describe('the words of the report', () => {
  it.each(LANGUAGES)('name every rule and field that the service can print, in %s', async (language) => {
    const codes = codesOf(language)
    const packs = await openWearPacks(OWN_WEAR_DIR)
    const wear = packs.flatMap(({ rules }) => rules.map(({ id }) => id))
    const unnamed = [
      ...Object.keys(RULES).filter((rule) => !(rule in codes.rules)),
      ...wear.filter((rule) => !(rule in codes.wear_rules)),
      ...REGISTRATION_FIELDS.filter(({ name }) => !(name in codes.readings)).map(({ name }) => name),
    ]
    expect(unnamed).toEqual([])
    expect(Object.values(codes.rules).filter((name) => /_|^\s*$/.test(name))).toEqual([])
  })

  it.each([
    ['fr', 'premier élément, temps plein', 'au-delà de l’usure', 'dommage modifié\u00a0: D2'],
    ['es', 'primer panel, tiempo completo', 'por encima del desgaste normal', 'daño modificado: D2'],
    ['it', 'primo pannello, tempo pieno', 'oltre la normale usura', 'danno modificato: D2'],
    ['nl', 'eerste paneel, volle tijd', 'meer dan normale slijtage', 'schade gewijzigd: D2'],
    ['de', 'erstes Teil, volle Zeit', 'über üblichem Verschleiß', 'Schaden geändert: D2'],
  ] as const)('are those of the language: %s', (language, rule, wear, event) => {
    const text = printed(language)
    for (const words of [rule, wear, event]) expect(text).toContain(words)
    expect(text).not.toMatch(/refinish first|refinish_first|level refinish|material by hours|damage\.updated/)
  })

  it('leave what they do not know as it is', () => {
    const content = sampleReport({ images: 1, damages: 1 })
    const [part] = content.estimate?.parts ?? []
    const [line] = part?.lines ?? []
    // What a later version of the service wrote.
    if (line) line.rule = 'rule_of_tomorrow' as RuleId
    const [damage] = content.damages
    if (damage) damage.wear = { verdict: 'billable', rule_id: 'our_own_rule', limit_cm: null }
    const text = JSON.stringify(pagesOf({ ...content, language: 'de' }, new Set()).data)
    expect(text).toContain('rule of tomorrow')
    expect(text).toContain('our own rule')
    expect(nameOf({}, 'constructor')).toBe('constructor')
  })
})
