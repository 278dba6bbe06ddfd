import { Icon } from '../look/icon.tsx'
import type { Act } from '../walk/actions.ts'
import type { WalkState } from '../walk/store.ts'
import { sightName } from '../words/sight-name.ts'
import { type Speak, useWords } from '../words/words.ts'
import type { Taken } from './frames.ts'
import type { Target } from './target.ts'

export type ShotProps = {
  state: WalkState
  target: Target
  act: Act
  notice: string | null
  /** Whether another photo can be kept. */
  hasRoom: boolean
  isBusy: boolean
  keep: (take: () => Promise<Taken>) => Promise<void>
}

export function nameTarget(t: Speak, { body, step }: Target): string {
  if (body.shot) return t(body.shot === 'wide' ? 'damage.wide' : 'damage.near')
  return sightName(t, step)
}

export function titleOf(t: Speak, target: Target): string {
  const sight = nameTarget(t, target)
  if (target.isRetake) return t('camera.retake', { sight })
  return t('camera.title', { number: target.number, total: target.total, sight })
}

/** Leave a photo out, add a damage, or go to those that could be better. */
export function More({
  state: { walk, shots },
  target,
  act,
  again,
}: Pick<ShotProps, 'state' | 'target' | 'act'> & { again: number }) {
  const t = useWords()
  const damages = new Set(shots.flatMap(({ body }) => body.damageKey ?? [])).size
  if (target.isOptional && !target.isRetake)
    return (
      <button type="button" class="text-button" onClick={() => act.skip(target.step)}>
        {t('camera.skip')}
      </button>
    )
  if (again > 0 && !target.isRetake)
    return (
      <button type="button" class="text-button warn" onClick={() => act.show({ name: 'summary' })}>
        {t('camera.again', { count: again })}
      </button>
    )
  if ((walk.capture?.damagesMax ?? 0) > damages && target.step !== 'damage')
    return (
      <button type="button" class="text-button" onClick={() => act.show({ name: 'damage' })}>
        <span class="round">
          <Icon name="plus" />
        </span>
        {t('camera.addDamage')}
      </button>
    )
  return null
}
