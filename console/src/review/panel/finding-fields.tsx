import { useTranslation } from 'react-i18next'
import { Button } from '../../look/button.tsx'
import { classes } from '../../look/class-names.ts'
import { useLabels } from '../../look/use-labels.ts'
import { useReviewScope } from '../review-context.ts'
import type { Finding } from '../review-model.ts'
import { CostField } from './cost-field.tsx'

const LEVELS = [0, 1, 2, 3] as const
const NAMES = ['none', 'minor', 'moderate', 'severe'] as const

/** Everything that can be said of the chosen damage. */
export function FindingFields({ finding }: { finding: Finding }) {
  const { t } = useTranslation('review')
  const { screen, actions, picture } = useReviewScope()
  const labels = useLabels()
  const part = labels.parts[finding.partType ?? 'ignore']
  const isHere = finding.shapes.some((shape) => shape.imageId === picture?.id)
  return (
    <div className="grid grid-cols-1 gap-3 px-3 pb-2">
      <div className="grid grid-cols-2 gap-2">
        <div className="grid gap-1 text-quiet text-sm">
          <span aria-hidden>{t('finding.type')}</span>
          <Button
            touch="lg"
            className="justify-start overflow-hidden"
            aria-label={`${t('finding.type')}: ${labels.damage_types[finding.damageType]}`}
            onClick={() => screen.setState({ dialog: 'type' })}
          >
            <span className="truncate">{labels.damage_types[finding.damageType]}</span>
          </Button>
        </div>
        <div className="grid gap-1 text-quiet text-sm">
          <span aria-hidden>{t('finding.part')}</span>
          <Button
            touch="lg"
            className="justify-start overflow-hidden"
            aria-label={`${t('finding.part')}: ${part}`}
            onClick={() => screen.setState({ dialog: 'part' })}
          >
            <span className="truncate">{part}</span>
          </Button>
        </div>
      </div>
      <fieldset className="grid gap-1">
        <legend className="mb-1 text-quiet text-sm">{t('finding.severity')}</legend>
        <div className="grid grid-cols-4 gap-1">
          {LEVELS.map((level) => (
            <Button
              key={level}
              size="small"
              aria-pressed={finding.level === level}
              className={classes(
                'h-9 px-1 max-lg:h-[44px]',
                finding.level === level && 'border-accent bg-chosen font-semibold',
              )}
              onClick={() => actions.setLevel(level, finding)}
            >
              {labels.severities[NAMES[level]]}
            </Button>
          ))}
        </div>
      </fieldset>
      <div className="grid grid-cols-2 gap-2">
        <fieldset className="grid content-start gap-1">
          <legend className="mb-1 text-quiet text-sm">{t('finding.operation')}</legend>
          <div className="grid grid-cols-2 gap-1">
            {(['repair', 'replace'] as const).map((operation) => {
              const isSet = finding.severityId !== null && finding.isReplaced === (operation === 'replace')
              return (
                <Button
                  key={operation}
                  size="small"
                  aria-pressed={isSet}
                  className={classes(
                    'h-9 px-1 max-lg:h-[44px]',
                    isSet && 'border-accent bg-chosen font-semibold',
                  )}
                  onClick={() => isSet || actions.setOperation(operation, finding)}
                >
                  {t(`operation.${operation}`)}
                </Button>
              )
            })}
          </div>
        </fieldset>
        <CostField finding={finding} />
      </div>
      {isHere ? (
        <div className="flex flex-wrap gap-1">
          <Button size="small" touch="lg" onClick={actions.editPoints}>
            {t('tools.edit')}
          </Button>
          <Button size="small" touch="lg" onClick={actions.deleteView}>
            {t('finding.delete_view')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
